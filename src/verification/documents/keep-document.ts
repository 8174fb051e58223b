// Stores an identity document of a person, encrypted (D44). A well-formed document that cannot be accepted is not
// refused: the reply has the reason, and the document is not stored.

import type { Tx } from '../../kernel/database/db.ts'
import { canonical } from '../../kernel/idempotency.ts'
import type { Id } from '../../kernel/ids.ts'
import { dataKey } from '../../kernel/keys/data-keys.ts'
import { refuse, refuseAll } from '../../kernel/refusal.ts'
import { dayOf } from '../../kernel/wire.ts'
import {
  checkChangeable,
  getProfile,
  hasNames,
  lockOwnProfile,
  type ProfileRow,
} from '../../profiles/index.ts'
import { PersonalProfileRequired } from '../errors.ts'
import { documentStates } from '../states.ts'
import { normalizedNumber } from './numbers.ts'
import { type DocumentDetails, isExpired, parseDocument } from './rules.ts'
import type { SubmitDocument } from './schemas.ts'
import * as store from './store.ts'

type Input = {
  readonly profileId: Id<'profile'>
  readonly body: SubmitDocument
  readonly now: Temporal.Instant
}

/**
 * Returns the reason why the document was not accepted, or null. Refuses a business with PersonalProfileRequired,
 * invalid fields with the faults of `parseDocument`, and another document for a verified profile whose update window is
 * closed with UpdateWindowClosed.
 */
export async function keepDocument(
  tx: Tx,
  { profileId, body: { type, ...input }, now }: Input,
): Promise<string | null> {
  // Without the lock, the customer could replace a document while an operator verifies the profile because of it.
  await lockOwnProfile(tx, profileId)
  const profile = await getProfile(tx, profileId)
  if (profile.type === 'BUSINESS') refuse(PersonalProfileRequired)
  const { details, faults } = parseDocument(type, input, dayOf(now))
  refuseAll(faults)
  const key = await dataKey(tx, 'documents')
  const contentIndex = key.index(canonical([profileId, type, details]), 'content')
  const stored = await store.findDocument(tx, profileId, type)
  const isUnchanged = stored?.contentIndex === contentIndex
  if (!isUnchanged) checkChangeable(profile)
  const reason =
    isUnchanged && stored.state === 'REFUSED'
      ? 'This document was examined and cannot be accepted. Send another one.'
      : rejectionReason(details, profile, dayOf(now))
  if (reason !== null || isUnchanged) return reason
  const { uniqueIdentifier: number } = details
  await store.upsertDocument(tx, {
    profileId,
    type,
    state: documentStates.moves.replace.to,
    details: key.seal(Buffer.from(JSON.stringify(details)), detailsLabel(profileId, type)),
    contentIndex,
    numberIndex: number ? key.index(`${type} ${normalizedNumber(number)}`, 'number') : null,
    updatedAt: now,
  })
  return null
}

/** Encrypted details are bound to this owner and field, so that they cannot be read from another row. */
export function detailsLabel(profileId: Id<'profile'>, type: string) {
  return { owner: `profile:${profileId} document:${type}`, field: 'details' }
}

function rejectionReason(
  document: DocumentDetails,
  profile: ProfileRow,
  today: Temporal.PlainDate,
): string | null {
  if (isExpired(document, today)) return 'The document has expired. Send one that is valid.'
  if (profile.type === 'PERSONAL' && !hasNames(profile.details, document))
    return 'The names differ from those of the profile. Send a document of this person.'
  return null
}
