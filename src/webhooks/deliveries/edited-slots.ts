// Limits how many edited deliveries of one application or profile are sent at the same time. Each request
// waits for the reply of the receiver, so without the limit a slow receiver could occupy the service for everyone.

import { countsByKey } from '../../kernel/counts.ts'
import type { Reader } from '../../kernel/database/db.ts'
import { instanceMemory } from '../../kernel/instance-memory.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { TooManyEdited } from '../errors.ts'
import { EDITED_CONCURRENT_MAX } from '../model.ts'
import { type Owner, ownerKey } from '../store.ts'
import { replyTimeout } from '../timers.ts'

/** How many edited deliveries this process is sending, by owner. */
const sendingOf = instanceMemory(() => countsByKey<string>())

/** Runs `send` in a slot of the owner. Refuses with TooManyEdited when the owner has no slot left. */
export async function withEditedSlot<T>(
  db: Reader,
  owner: Owner,
  send: () => Promise<T>,
): Promise<T> {
  const sending = sendingOf(db)
  const key = ownerKey(owner)
  if (sending.of(key) >= EDITED_CONCURRENT_MAX) {
    const headers = { 'retry-after': String(replyTimeout.seconds) }
    throw new Refusal([{ kind: TooManyEdited }], { headers })
  }
  sending.add(key)
  try {
    return await send()
  } finally {
    sending.remove(key)
  }
}
