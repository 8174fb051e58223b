// Opens the session and loads the profiles, which every page needs, before any page is shown.

import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { EmptyState } from '../components/EmptyState.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Loading } from '../components/Loading.tsx'
import { connectionQuery, profilesQuery } from '../opening.ts'
import { WorkspaceContext } from '../workspace.ts'
import { UserSelect } from './UserSelect.tsx'

const PROFILE_KEY = 'godwit-profile'

/** Loaded here only for a user without a profile. Other users load the form only with the page Profiles. */
const CreateProfile = lazy(async () => {
  const { CreateProfile } = await import('../profiles/CreateProfile.tsx')
  return { default: CreateProfile }
})

export function Connect({ children }: { readonly children: ReactNode }) {
  const [chosenId, setChosenId] = useState(() => Number(localStorage.getItem(PROFILE_KEY)))
  const { data: profiles, error, refetch } = useQuery(profilesQuery)
  const { data: connection } = useQuery({ ...connectionQuery, enabled: false })
  // An error of a later reload keeps the page: otherwise a form would lose what the user has entered.
  if (profiles === undefined && error !== null)
    return (
      <main className="connect">
        <ErrorNotice error={error} onRetry={refetch} />
      </main>
    )
  if (connection === undefined || profiles === undefined)
    return (
      <main className="connect">
        <Loading label="Opening the console" />
      </main>
    )
  const profile = profiles.find(({ id }) => id === chosenId) ?? profiles[0]
  if (profile === undefined)
    return (
      <main className="connect">
        <UserSelect {...connection} />
        <EmptyState title="This user has no profile">
          Every page is about a person or a business. Create the person first.
        </EmptyState>
        <Suspense fallback={<Loading label="Loading the form" />}>
          <CreateProfile
            done={() => 'Created.'}
            godwit={connection.godwit}
            initialType="personal"
          />
        </Suspense>
      </main>
    )
  const chooseProfile = (id: number) => {
    localStorage.setItem(PROFILE_KEY, String(id))
    setChosenId(id)
  }
  return (
    <WorkspaceContext value={{ ...connection, profiles, profile, chooseProfile }}>
      {children}
    </WorkspaceContext>
  )
}
