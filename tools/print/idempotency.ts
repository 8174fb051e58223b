// The document about repeated requests: one row for each operation that changes something and each way to send it. Each row is
// a case of test/architecture/idempotency.test.ts.

import { everyEndpoint } from '../../src/app/http/open-operations.ts'
import { acceptsIdempotencyKey, type Endpoint, type OnRepeat } from '../../src/kernel/endpoint.ts'
import { KeyReused } from '../../src/kernel/idempotency.ts'
import type { ErrorKind } from '../../src/kernel/refusal.ts'
import { compareTexts, heading, markdownTable } from './markdown.ts'

export const KEY_HEADER = 'X-idempotence-uuid'

const situations = [
  'same request',
  'same key, other body',
  'two concurrent requests',
  'reply lost after commit',
  'after a restart',
] as const
type Situation = (typeof situations)[number]

export type Repetition = {
  readonly endpoint: Endpoint
  /** The key that identifies a repetition: the name of a header, the name of a field, or undefined. */
  readonly key: string | undefined
  /** The reply to the repetition: `first` is the stored reply, `now` the created object in its current state. */
  readonly result: 'first' | 'now' | OnRepeat
}

/** Every way to repeat the request of an operation; empty for an operation that only reads. */
export function repetitionsOf(endpoint: Endpoint): Repetition[] {
  if (endpoint.effect === 'reads') return []
  const { bodyKey, onRepeat } = endpoint
  return [
    ...(acceptsIdempotencyKey(endpoint)
      ? [{ endpoint, key: KEY_HEADER, result: 'first' as const }]
      : []),
    ...(bodyKey ? [{ endpoint, key: bodyKey, result: 'now' as const }] : []),
    ...(onRepeat ? [{ endpoint, key: undefined, result: onRepeat }] : []),
  ]
}

export const repetitions: readonly Repetition[] = everyEndpoint.flatMap(repetitionsOf)

/** Whether another body can be sent under the same key. */
export function acceptsOtherBody({ endpoint, key }: Repetition): boolean {
  return key !== undefined && endpoint.body !== undefined
}

const statusAndCode = ({ status, code }: ErrorKind) => `${status} \`${code}\``

const resultTexts: Readonly<Record<Extract<Repetition['result'], string>, string>> = {
  first: 'the stored reply',
  now: 'the created object in its current state',
  same: 'no second effect',
  another: 'a second effect',
}

export function resultOf(result: Repetition['result']): string {
  if (typeof result === 'string') return resultTexts[result]
  return 'refusalStatus' in result ? `${result.refusalStatus}` : statusAndCode(result)
}

function otherBodyResult(repetition: Repetition): string {
  if (acceptsOtherBody(repetition)) return statusAndCode(KeyReused)
  return repetition.key === undefined ? 'no key: another request' : 'has no body'
}

function concurrentResult({ result, endpoint, key }: Repetition): string {
  if (result === 'another') {
    const refused = endpoint.onConcurrentRequest
    return refused && key === undefined
      ? `two effects, or one and ${statusAndCode(refused)}`
      : 'two effects'
  }
  if (typeof result === 'string') return 'one effect, equal replies'
  return `one effect, the other request ${resultOf(result)}`
}

function cellText(situation: Situation, repetition: Repetition): string {
  if (situation === 'same key, other body') return otherBodyResult(repetition)
  return situation === 'two concurrent requests'
    ? concurrentResult(repetition)
    : resultOf(repetition.result)
}

const ABOUT = `What a repeated request does (D7, D91), for every operation that changes something. An operation has one row for
each way to send it: with the key in the header, with the key in the body, and without a key. An operation without a row for the
header ignores the header. Without a key, \`no second effect\` is safe to repeat, a refusal shows that the first request had its effect,
and a request with \`a second effect\` should carry a key where the operation has one. \`test/architecture/idempotency.test.ts\` repeats the request of every row,
and checks the replies, the rows in the database and the requests to outside parties.`

export function idempotencyDocument(): string {
  const columns = ['Operation', 'Key', ...situations]
  const rows = [...repetitions]
    .sort((a, b) => compareTexts(a.endpoint.id, b.endpoint.id))
    .map((repetition) => {
      const { endpoint, key } = repetition
      const name = `${endpoint.id}<br>\`${endpoint.route}\``
      const keyText =
        key === undefined ? 'none' : `\`${key}\`${isKeyRequired(repetition) ? ', required' : ''}`
      return [name, keyText, ...situations.map((situation) => cellText(situation, repetition))]
    })
  return `${heading('Idempotency', ABOUT)}\n${markdownTable(columns, rows)}\n`
}

function isKeyRequired({ endpoint, key }: Repetition): boolean {
  return key === endpoint.bodyKey || endpoint.idempotencyKey === 'required'
}
