// Shows identity documents to an operator, and stores the operator's decision (D86).

import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { dataKey } from '../../kernel/keys/data-keys.ts'
import { refuse } from '../../kernel/refusal.ts'
import { DocumentChanged, DocumentNotFound } from '../errors.ts'
import { documentStates } from '../states.ts'
import { detailsLabel } from './keep-document.ts'
import type { DocumentDetails, DocumentType } from './rules.ts'
import * as store from './store.ts'

export type ShownDocument = Pick<store.DocumentRow, 'type' | 'state' | 'updatedAt'> & {
  /** Without the number. */
  readonly details: Omit<DocumentDetails, 'uniqueIdentifier'>
  /** Other profiles that have sent a document of the same type and number, at most `PROFILES_SHOWN_MAX`. */
  readonly alsoSentBy: readonly Id<'profile'>[]
}

/** A choice of this project: enough to show an operator that a number is used by several profiles. */
const PROFILES_SHOWN_MAX = 10

/** The documents of a profile, without their numbers. */
export async function showDocuments(
  db: Reader,
  profileId: Id<'profile'>,
): Promise<ShownDocument[]> {
  const key = await dataKey(db, 'documents')
  const shown: ShownDocument[] = []
  for (const document of await store.listDocuments(db, profileId)) {
    const { type, state, updatedAt, numberIndex } = document
    const opened = (await key.open(document.details, detailsLabel(profileId, type))).toString()
    const { uniqueIdentifier: _, ...details } = JSON.parse(opened) as DocumentDetails
    const alsoSentBy =
      numberIndex === null
        ? []
        : await store.listProfilesWithNumber(db, numberIndex, profileId, PROFILES_SHOWN_MAX)
    shown.push({ type, state, updatedAt, details, alsoSentBy })
  }
  return shown
}

type DecisionInput = {
  readonly profileId: Id<'profile'>
  readonly type: DocumentType
  /** `updatedAt` of the document that the operator has seen. Without `seenAt`, the decision is about the document that is stored now. */
  readonly seenAt?: Temporal.Instant | undefined
}

/**
 * Refuses with DocumentNotFound when the profile has no document of the type. With `seenAt`, refuses with DocumentChanged when the
 * document was replaced or decided after that time, unless it is already in the state of this decision. Without `seenAt`, the
 * decision replaces an earlier one.
 */
export async function decideDocument(
  tx: Tx,
  { profileId, type, seenAt }: DecisionInput,
  decision: 'accept' | 'refuse',
  now: Temporal.Instant,
): Promise<void> {
  const key = { profileId, type }
  const move = documentStates.moves[decision]
  if (await store.setDocumentState(tx, key, move, { now, seenAt })) return
  const document = await store.findDocument(tx, profileId, type)
  if (document === undefined) return refuse(DocumentNotFound, { arguments: [type] })
  refuse(DocumentChanged, { arguments: [type, document.updatedAt.toString()] })
}
