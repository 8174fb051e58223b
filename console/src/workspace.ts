// The values that every page uses: the client, the profiles of the user, and the chosen profile.

import type { Godwit } from '@godwit/sdk'
import { createContext, useContext } from 'react'
import type { Connection } from './session.ts'

export type { Transfer } from '@godwit/sdk'
export type Profile = Awaited<ReturnType<Godwit['profiles']['listProfiles']>>[number]

export type Workspace = Connection & {
  readonly profiles: readonly Profile[]
  readonly profile: Profile
  readonly chooseProfile: (id: number) => void
}

export const WorkspaceContext = createContext<Workspace | undefined>(undefined)

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext)
  if (workspace === undefined) throw new Error('useWorkspace is called outside of the workspace')
  return workspace
}
