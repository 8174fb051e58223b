// What follows from a profile as it is kept.

import { refuse } from '../kernel/refusal.ts'
import type { Address } from './details.ts'
import { UpdateWindowClosed } from './errors.ts'
import type { ProfileRow } from './store.ts'

export function primaryAddress({ addresses }: Pick<ProfileRow, 'addresses'>): Address | undefined {
  return addresses.find(({ role }) => role === 'PRIMARY')
}

/** D35: what was verified changes only while the update window is open. */
export function checkChangeable({
  verified,
  updateWindow,
}: Pick<ProfileRow, 'verified' | 'updateWindow'>): void {
  if (verified && updateWindow === 'CLOSED') refuse(UpdateWindowClosed)
}
