// What every page needs before it is shown: the session of the browser and the profiles of its user.

import { queryOptions } from '@tanstack/react-query'
import { connect } from './session.ts'

export const connectionQuery = queryOptions({
  queryKey: ['connection'],
  queryFn: connect,
  staleTime: 'static',
})

/** Opens the session first, unless it is open. */
export const profilesQuery = queryOptions({
  queryKey: ['profiles'],
  queryFn: async ({ client }) => {
    const { godwit } = await client.ensureQueryData(connectionQuery)
    return godwit.profiles.listProfiles()
  },
})
