// A client of the service of a test, over HTTP.

import type { AddressInfo } from 'node:net'
import type { Case } from '../../test/architecture/cases/index.ts'
import { passesChallenges } from '../../test/support/approvals.ts'
import type { TestService } from '../../test/support/service.ts'
import { createGodwit, type Godwit, type GodwitOptions, type OnChallenge } from '../src/index.ts'

export async function baseUrlOf({ app }: TestService): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

export async function clientFor(
  service: TestService,
  { token }: { readonly token?: string | undefined },
  options: GodwitOptions = {},
): Promise<Godwit> {
  const baseUrl = await baseUrlOf(service)
  return createGodwit({ baseUrl, ...(token !== undefined && { token }), ...options })
}

/** Returns an `onChallenge` that clears challenges by the factor of a case. */
export function onChallengeBy({ by, factor }: NonNullable<Case['proof']>): OnChallenge {
  return async ({ oneTimeToken }) => {
    await passesChallenges(by, oneTimeToken, factor)
    return undefined
  }
}
