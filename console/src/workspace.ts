// The values that every page uses: the client, the profiles of the user, and the chosen profile.

import type { Profile } from '@godwit/sdk'
import { createContext, useContext } from 'react'
import type { Connection } from './session.ts'

type Workspace = Connection & {
  readonly profiles: readonly Profile[]
  readonly profile: Profile
  readonly chooseProfile: (id: number) => void
}

export const WorkspaceContext = createContext<Workspace | undefined>(undefined)

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext)
  if (workspace === undefined)
    throw new Error('Call useWorkspace only in components inside Connect.')
  return workspace
}
