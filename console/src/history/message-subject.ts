// Reads from the body of a webhook message which resource the message is about.

import { statesOf } from '../../../src/kernel/event-states.ts'

type Subject = {
  /** The resource as events name it, such as `transfer:12`; undefined for a kind that the console cannot link. */
  readonly resource: string | undefined
  /** The new state; null where the message reports no state. */
  readonly state: string | null
}

/** The names of resources in events, by their types in messages. */
const kinds: Readonly<Record<string, string>> = {
  transfer: 'transfer',
  'balance-account': 'balance',
}

/**
 * Accepts any text: the body of a test message may be any JSON, and the body of a delivery about a user who has revoked the
 * access of the application is empty.
 */
export function subjectOf(body: string): Subject {
  const data = fieldsOf(fieldsOf(parsed(body))['data'])
  const { id, type } = fieldsOf(data['resource'])
  const kind = kinds[String(type)]
  const isAboutTransfer = data['transfer_id'] !== undefined && kind === undefined
  const resource = isAboutTransfer ? `transfer:${data['transfer_id']}` : kind && `${kind}:${id}`
  return { resource, state: statesOf(data).to }
}

const fieldsOf = (value: unknown) => Object(value) as Readonly<Record<string, unknown>>

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
