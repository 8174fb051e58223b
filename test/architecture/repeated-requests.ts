// Sends a request, loses its reply, repeats it, and measures what each attempt changed in the database and in
// outgoing messages.

import { connect } from 'node:net'
import * as sideEffects from '../../src/security/refusal-side-effects.ts'
import { challengeToken, passesChallenges } from '../support/approvals.ts'
import type { Call, Reply, TestService } from '../support/service.ts'
import type { Case } from './cases/index.ts'
import { type Mark, traces } from './traces.ts'

/** A count, and a fingerprint that differs after any change, of each table, of the messages sent and of the clock. */
export type Counts = Readonly<
  Record<string, { readonly count: number; readonly fingerprint: string }>
>

/** The change of each count whose fingerprint changed: rows of a table, messages sent, milliseconds on the clock. */
export type Effect = Readonly<Record<string, number>>

const SENT = 'messages sent'
const CLOCK = 'milliseconds on the clock'

export async function countsOf(service: TestService, since: Mark): Promise<Counts> {
  const tables = Object.entries(await traces(service.db, since)).map(
    ([name, fingerprint]) =>
      [name, { count: Number.parseInt(fingerprint, 10), fingerprint }] as const,
  )
  const others = { [SENT]: service.sent.length, [CLOCK]: service.now().epochMilliseconds }
  return {
    ...Object.fromEntries(tables),
    ...Object.fromEntries(
      Object.entries(others).map(([name, count]) => [name, { count, fingerprint: String(count) }]),
    ),
  }
}

/** The tables that a refusal with side effects may write. The rows belong to the challenge, not to the operation. */
const challengeTables = new Set<string>(Object.values(sideEffects).flatMap(({ tables }) => tables))

/** What changed between the counts. With `isChallenged`, the changes of a challenge are left out. */
export function effectOf(before: Counts, after: Counts, isChallenged: boolean): Effect {
  const changed = Object.entries(after).filter(
    ([name, { fingerprint }]) =>
      before[name]?.fingerprint !== fingerprint && !(isChallenged && challengeTables.has(name)),
  )
  return Object.fromEntries(
    changed.map(([name, { count }]) => [name, count - (before[name]?.count ?? 0)]),
  )
}

/** The effect of `n` requests that each have this effect. */
export function times(n: number, effect: Effect): Effect {
  if (n === 0) return {}
  return Object.fromEntries(Object.entries(effect).map(([name, count]) => [name, n * count]))
}

/** An SQL text that blocks every request which is about to have this effect. */
export function tableLock(effect: Effect): { text: string; values: [] } | undefined {
  const tables = Object.keys(effect).filter((name) => name !== SENT && name !== CLOCK)
  if (tables.length === 0) return undefined
  return { text: `lock table ${tables.join(', ')} in exclusive mode`, values: [] }
}

/** `restated`: the same request written differently; `other`: a request with another body. */
export type Wording = 'same' | 'restated' | 'other'

/** The request of a case, with the key in the header if there is one. */
export function requestOf({ call, other }: Case, key?: string, as: Wording = 'same'): Call {
  const headers = { ...call.headers, ...(key !== undefined && { 'x-idempotence-uuid': key }) }
  if (as === 'other') return { ...call, headers, body: other }
  return { ...call, headers, ...(as === 'restated' && restatedBody(call)) }
}

// D7: unknown fields are dropped and null equals absent. Forms are not restated.
function restatedBody({ body = {} }: Call): Pick<Call, 'body'> {
  if (typeof body !== 'object' || Buffer.isBuffer(body)) return {}
  const restatedObject = (object: object) => ({ nothing: null, ...object, unknownField: 'ignored' })
  return { body: Array.isArray(body) ? body.map(restatedObject) : restatedObject(body as object) }
}

/** Sends the request. If the reply is a challenge, answers the challenge and sends the request again. */
export async function send(service: TestService, testCase: Case, call: Call): Promise<Reply> {
  const reply = await service.call(testCase.route, call)
  if (testCase.proof === undefined || reply.headers['x-2fa-approval-result'] !== 'REJECTED')
    return reply
  return service.call(testCase.route, await withApproval(testCase, call, reply))
}

/**
 * Sends the request and closes the connection when the reply begins: the work is done, and the client has not
 * read the reply.
 */
export async function sendAndLoseReply(
  service: TestService,
  testCase: Case,
  call: Call,
): Promise<void> {
  const ready = testCase.proof?.isAlwaysChallenged
    ? await withApproval(testCase, call, await service.call(testCase.route, call))
    : call
  if (!service.app.server.listening) await service.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = service.app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  socket.write(bytesOf(testCase.route, ready))
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', resolve)
    socket.once('data', () => socket.destroy())
  })
}

async function withApproval({ proof }: Case, call: Call, refusal: Reply): Promise<Call> {
  if (proof === undefined) throw new Error('the case has no factor for this challenge')
  const token = challengeToken(refusal)
  await passesChallenges(proof.by, token, proof.factor)
  return { ...call, headers: { ...call.headers, 'one-time-token': token } }
}

function bytesOf(route: string, { token, body, headers }: Call): Buffer {
  const [method, path] = route.split(' ')
  const isBytes = typeof body === 'string' || Buffer.isBuffer(body)
  const text = body === undefined || isBytes ? body : JSON.stringify(body)
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
  const head = [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')
  return Buffer.concat([Buffer.from(head), Buffer.from(text ?? '')])
}
