import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { profilesQuery } from './opening.ts'
import { router } from './router.tsx'
import { Connect } from './shell/Connect.tsx'
import './styles/tokens.css'
import './styles/base.css'

const queryClient: QueryClient = new QueryClient({
  // The client of the SDK retries by itself. Data of the last 2 s (`staleTime`) are not loaded again when a page is opened.
  defaultOptions: { queries: { retry: false, staleTime: 2_000 }, mutations: { retry: false } },
  // One write changes many lists: a payment changes transfers, balances, ledger and requests.
  mutationCache: new MutationCache({ onSettled: () => queryClient.invalidateQueries() }),
})

// The session is opened and the profiles are loaded while the code of the page is loaded and React starts.
void queryClient.prefetchQuery(profilesQuery)
void router.load()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Connect>
        <RouterProvider router={router} />
      </Connect>
    </QueryClientProvider>
  </StrictMode>,
)
