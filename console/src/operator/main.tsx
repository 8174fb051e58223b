// The page of operators, which live mode serves instead of the pages of the sandbox (D129).

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../styles/tokens.css'
import '../styles/base.css'
import { OperatorPage } from './OperatorPage.tsx'

const queryClient: QueryClient = new QueryClient({
  // Without an action of the operator nothing is read again: each request would keep an unused session open.
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
    mutations: { retry: false },
  },
})

const root = document.getElementById('root')
if (root === null) throw new Error('operator.html has no element with the id root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <OperatorPage />
    </QueryClientProvider>
  </StrictMode>,
)
