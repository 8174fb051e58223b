// Opens the session and loads the profiles, which every page needs, before anything else is shown.

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { EmptyState } from '../components/EmptyState.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Loading } from '../components/Loading.tsx'
import { connect } from '../session.ts'
import { WorkspaceContext } from '../workspace.ts'

const PROFILE_KEY = 'godwit-profile'

export function Connect({ children }: { readonly children: ReactNode }) {
  const [chosenId, setChosenId] = useState(() => Number(localStorage.getItem(PROFILE_KEY)))
  const connection = useQuery({
    queryKey: ['connection'],
    queryFn: connect,
    staleTime: 'static',
  })
  const profileList = useQuery({
    queryKey: ['profiles'],
    queryFn: () => connection.data?.godwit.profiles.listProfiles() ?? [],
    enabled: connection.data !== undefined,
  })
  const failed = [connection, profileList].find(({ error }) => error !== null)
  if (failed)
    return (
      <main className="connect">
        <ErrorNotice error={failed.error} onRetry={failed.refetch} />
      </main>
    )
  const profiles = profileList.data
  if (connection.data === undefined || profiles === undefined)
    return (
      <main className="connect">
        <Loading label="Opening the console" />
      </main>
    )
  const profile = profiles.find(({ id }) => id === chosenId) ?? profiles[0]
  if (profile === undefined)
    return (
      <main className="connect">
        <EmptyState title="This user has no profile">Create one with POST /v2/profiles.</EmptyState>
      </main>
    )
  const chooseProfile = (id: number) => {
    localStorage.setItem(PROFILE_KEY, String(id))
    setChosenId(id)
  }
  return (
    <WorkspaceContext value={{ ...connection.data, profiles, profile, chooseProfile }}>
      {children}
    </WorkspaceContext>
  )
}
