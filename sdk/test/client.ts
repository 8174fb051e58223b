// A client of the service of a test, over HTTP.

import type { AddressInfo } from 'node:net'
import type { Person } from '../../test/support/people.ts'
import type { TestService } from '../../test/support/service.ts'
import { createGodwit, type Godwit, type GodwitOptions } from '../src/index.ts'

export async function baseUrlOf({ app }: TestService): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

export async function clientFor(
  service: TestService,
  { token }: Pick<Person, 'token'>,
  options: GodwitOptions = {},
): Promise<Godwit> {
  return createGodwit({ baseUrl: await baseUrlOf(service), token, ...options })
}
