// Returns the extension forms of a profile, and saves the values that a client filled in (B 4.1, D43, D43a).

import type { Reader, Tx } from '../../kernel/database/db.ts'
import { canonical } from '../../kernel/idempotency.ts'
import type { Id } from '../../kernel/ids.ts'
import { refuseAll } from '../../kernel/refusal.ts'
import { ExtensionNotValid, ExtensionRequired } from '../errors.ts'
import { checkChangeable } from '../model.ts'
import { getProfile, lockOwnProfile } from '../store.ts'
import {
  type ExtensionDetails,
  type ExtensionForm,
  extensionContext,
  extensionForms,
  hasChangedValue,
  mergeExtensions,
  parseExtensions,
} from './form.ts'
import * as store from './store.ts'

/** Returns the forms against which `saveExtensions` would check `values`. */
export async function findExtensionForms(
  db: Reader,
  profileId: Id<'profile'>,
  values: ExtensionDetails = {},
): Promise<readonly ExtensionForm[]> {
  const profile = await getProfile(db, profileId)
  const stored = await store.findExtensions(db, profileId)
  return extensionForms(mergeExtensions(stored, values), extensionContext(profile, stored))
}

/**
 * Adds the values to the stored values. Refuses with ExtensionNotValid and ExtensionRequired, and with
 * UpdateWindowClosed when a stored value of a verified profile would change while its update window is closed.
 */
export async function saveExtensions(
  tx: Tx,
  profileId: Id<'profile'>,
  values: ExtensionDetails,
  now: Temporal.Instant,
): Promise<ExtensionDetails> {
  await lockOwnProfile(tx, profileId)
  const profile = await getProfile(tx, profileId)
  const stored = await store.findExtensions(tx, profileId)
  const merged = mergeExtensions(stored, values)
  const { details, faults } = parseExtensions(merged, extensionContext(profile, stored))
  refuseAll(
    faults.map(({ code, ...fault }) => ({
      kind: code === 'REQUIRED' ? ExtensionRequired : ExtensionNotValid,
      ...fault,
    })),
  )
  if (canonical(details) === canonical(stored)) return stored
  if (hasChangedValue(stored, details)) checkChangeable(profile)
  await store.saveExtensions(tx, profileId, details, now)
  return details
}
