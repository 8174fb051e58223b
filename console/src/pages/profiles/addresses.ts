import type { Godwit } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../../workspace.ts'

export type Address = Awaited<ReturnType<Godwit['profiles']['listAddresses']>>[number]

/** The addresses of a profile. */
export function useAddresses(profileId: number) {
  const { godwit } = useWorkspace()
  return useQuery({
    queryKey: ['addresses', profileId],
    queryFn: () => godwit.profiles.listAddresses({ query: { profile: profileId } }),
  })
}

export function addressText({ details }: Address): string {
  const { firstLine, postCode, city, state, country } = details
  return [firstLine, postCode, city, state, country].filter(Boolean).join(', ')
}
