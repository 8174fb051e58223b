// The events that a subscription of a profile can receive.

import { catalogue } from '../../../../src/webhooks/catalogue.ts'

type ProfileEvent = {
  readonly name: string
  /** Newest last. */
  readonly versions: readonly string[]
  readonly summary: string
}

export const profileEvents: readonly ProfileEvent[] = Object.entries(catalogue)
  .filter(([, { scopes }]) => scopes.includes('profile'))
  .map(([name, { versions, summary }]) => ({ name, versions, summary }))
