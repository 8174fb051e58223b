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
  const { data, error, refetch } = useQuery({
    queryKey: ['connection'],
    queryFn: connectWithProfiles,
    staleTime: Infinity,
  })
  if (error)
    return (
      <main className="connect">
        <ErrorNotice error={error} onRetry={refetch} />
      </main>
    )
  if (data === undefined)
    return (
      <main className="connect">
        <Loading label="Opening the console" />
      </main>
    )
  const profile = data.profiles.find(({ id }) => id === chosenId) ?? data.profiles[0]
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
  return <WorkspaceContext value={{ ...data, profile, chooseProfile }}>{children}</WorkspaceContext>
}

async function connectWithProfiles() {
  const { godwit, user } = await connect()
  return { godwit, user, profiles: await godwit.profiles.listProfiles() }
}
