// Sending a request, losing its answer, sending it again; and what each of them changed, as it stands in
// the database and with those who were written to.

import { connect } from 'node:net'
import * as kept from '../../src/security/refusal-side-effects.ts'
import { challengeToken, passesChallenges } from '../support/approvals.ts'
import type { Call, Reply, TestService } from '../support/service.ts'
import type { Scene } from './cases.ts'
import { type Mark, traces } from './traces.ts'

export type Counts = Readonly<Record<string, { readonly count: number; readonly print: string }>>

/** By how much each thing grew that changed at all: rows of tables, messages sent, the time. */
export type Effect = Readonly<Record<string, number>>

const SENT = 'messages sent'
const CLOCK = 'milliseconds on the clock'

export async function countsOf(service: TestService, since: Mark): Promise<Counts> {
  const tables = Object.entries(await traces(service.db, since)).map(
    ([name, print]) => [name, { count: Number.parseInt(print, 10), print }] as const,
  )
  const others = { [SENT]: service.sent.length, [CLOCK]: service.now().epochMilliseconds }
  return {
    ...Object.fromEntries(tables),
    ...Object.fromEntries(
      Object.entries(others).map(([name, count]) => [name, { count, print: String(count) }]),
    ),
  }
}

/** What a refusal may leave behind: it belongs to the challenge and not to the operation. */
const ofChallenges = new Set<string>(Object.values(kept).flatMap(({ tables }) => tables))

export function effectOf(before: Counts, after: Counts, isChallenged: boolean): Effect {
  const changed = Object.entries(after).filter(
    ([name, { print }]) =>
      before[name]?.print !== print && !(isChallenged && ofChallenges.has(name)),
  )
  return Object.fromEntries(
    changed.map(([name, { count }]) => [name, count - (before[name]?.count ?? 0)]),
  )
}

export function times(n: number, effect: Effect): Effect {
  if (n === 0) return {}
  return Object.fromEntries(Object.entries(effect).map(([name, count]) => [name, n * count]))
}

/** An SQL text that holds up everybody who is about to have this effect, when all of them are under way. */
export function holdOf(effect: Effect): { text: string; values: [] } | undefined {
  const tables = Object.keys(effect).filter((name) => name !== SENT && name !== CLOCK)
  if (tables.length === 0) return undefined
  return { text: `lock table ${tables.join(', ')} in exclusive mode`, values: [] }
}

/** `restated`: the same request in other words; `other`: one with another body. */
export type Wording = 'same' | 'restated' | 'other'

/** The request of a scene, under a key of the header where there is one. */
export function requestOf({ route, call, other }: Scene, key?: string, as: Wording = 'same'): Call {
  const headers = { ...call.headers, ...(key !== undefined && { 'x-idempotence-uuid': key }) }
  if (as === 'other') return { ...call, headers, body: other }
  return { ...call, headers, ...(as === 'restated' && restated(route, call)) }
}

// D7: what is not known is dropped, and what is null is absent. Forms are left alone.
function restated(route: string, { body = {} }: Call): Pick<Call, 'body'> {
  if (typeof body !== 'object' || !route.startsWith('POST ')) return {}
  return { body: { nothing: null, ...body, unheardOf: 'of no importance' } }
}

/** Asks; whoever is challenged meets the challenge and asks again. */
export async function ask(service: TestService, scene: Scene, call: Call): Promise<Reply> {
  const reply = await service.call(scene.route, call)
  if (scene.proof === undefined || reply.headers['x-2fa-approval-result'] !== 'REJECTED')
    return reply
  return service.call(scene.route, await proved(scene, call, reply))
}

/** Sends the request and hangs up when the answer begins to arrive: it is done, and nobody was told. */
export async function askInVain(service: TestService, scene: Scene, call: Call): Promise<void> {
  const isAsked = scene.proof?.always
  const ready = isAsked ? await proved(scene, call, await service.call(scene.route, call)) : call
  if (!service.app.server.listening) await service.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = service.app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  socket.write(textOf(scene.route, ready))
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', resolve)
    socket.once('data', () => socket.destroy())
  })
}

async function proved({ proof }: Scene, call: Call, refusal: Reply): Promise<Call> {
  if (proof === undefined) throw new Error('nobody can meet this challenge')
  const token = challengeToken(refusal)
  await passesChallenges(proof.by, token, proof.factor)
  return { ...call, headers: { ...call.headers, 'one-time-token': token } }
}

function textOf(route: string, { token, body, headers }: Call): string {
  const [method, path] = route.split(' ')
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const all = {
    host: '127.0.0.1',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(text !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path} HTTP/1.1`, ...lines, '', text ?? ''].join('\r\n')
}
