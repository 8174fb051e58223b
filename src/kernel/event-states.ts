// The states that the payload of an event reports. The fields with the states have different names in different events, and
// clients depend on these names.

/**
 * The fields of events that contain the new state. The first one that an event has is its state; an event without any of
 * them has its state in `resource.state`.
 */
const NEW_STATE_FIELDS = [
  'current_state',
  'newStatus',
  'card_status',
  'order_status',
  'transaction_state',
  'sub_status',
  'state',
] as const
/** The fields of events that contain the state before the change. */
const OLD_STATE_FIELDS = ['previous_state', 'previousStatus'] as const

/** The states in the payload of an event. `from` or `to` is null for an event that does not report it. */
export function statesOf(payload: Readonly<Record<string, unknown>>): {
  from: string | null
  to: string | null
} {
  const resource = (payload['resource'] ?? {}) as Readonly<Record<string, unknown>>
  const to =
    firstText(NEW_STATE_FIELDS.map((name) => payload[name])) ?? textOrNull(resource['state'])
  return { from: firstText(OLD_STATE_FIELDS.map((name) => payload[name])), to }
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
const firstText = (values: readonly unknown[]) =>
  values.map(textOrNull).find((text) => text !== null) ?? null
