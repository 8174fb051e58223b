// Wrong facts that the tests make the clients of the kill test expect, and wrong rows. The checks must find each of them.

import type { ExpectedProfile } from '../../tools/kill/client/expected-profile.ts'

/** A wrong fact, the change that makes the client expect it, and the finding that the checks report. */
type WrongFact<Changed> = readonly [
  fact: string,
  change: (expected: Changed) => void,
  finding: RegExp,
]

export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

export function firstOf<T>(from: Iterable<T>, matches: (each: T) => boolean = () => true): T {
  for (const each of from) if (matches(each)) return each
  throw new Error('the scenarios created no element that matches')
}

/** A transfer whose last status is not `status`. */
function withoutStatus(status: string, transfers: ExpectedProfile['transfers']) {
  return firstOf(transfers.values(), ({ statuses }) => statuses.at(-1) !== status)
}

export const wrongTransfersAndBalances: readonly WrongFact<ExpectedProfile>[] = [
  [
    'a transfer was lost',
    ({ transfers }) =>
      transfers.set(0, { id: 0, key: 'k', statuses: ['incoming_payment_waiting'] }),
    /transfer 0 \(key k\) is lost/,
  ],
  [
    'a transfer was doubled',
    ({ transfers }) => transfers.delete(firstOf(transfers.keys())),
    /transfer \d+ is unknown to its client/,
  ],
  [
    'a client received another status',
    ({ transfers }) => withoutStatus('cancelled', transfers).statuses.push('cancelled'),
    /its client expects cancelled/,
  ],
  [
    'a request with a key had no effect',
    ({ movements }) => movements.add(0),
    /movement 0, which the client has, is lost/,
  ],
  [
    'a request with a key had two effects',
    ({ movements }) => movements.delete(firstOf(movements)),
    /movement \d+ is unknown to its client/,
  ],
  [
    'a balance is one penny less than its client expects',
    ({ pounds }) => {
      pounds.minor++
    },
    /balance \d+ holds \d+ minor units, its clients expect/,
  ],
  [
    'a transfer was paid without a reply to its client',
    ({ transfers }) => {
      const paid = firstOf(transfers.values(), (sent) => sent.paid !== undefined)
      delete paid.paid
    },
    /transfer \d+ has 1 payments of \d+ in total, expected: none/,
  ],
  [
    'a receiver did not get a status',
    ({ transfers }) => withoutStatus('cancelled', transfers).statuses.push('cancelled'),
    /webhooks of transfer \d+ contain/,
  ],
]

export const wrongGroupsAndDebits: readonly WrongFact<ExpectedProfile>[] = [
  [
    'a group was lost',
    ({ groups }) => groups.set(UNKNOWN_ID, { ...firstOf(groups.values()), id: UNKNOWN_ID }),
    /group 00000000-\S+ is lost/,
  ],
  [
    'a group was doubled',
    ({ groups }) => groups.delete(firstOf(groups.keys())),
    /group \S+ is unknown to its client/,
  ],
  [
    'a group has another member',
    ({ groups }) => firstOf(groups.values()).members.pop(),
    /group \S+ is \w+ \w+ [\d,]+, its client expects/,
  ],
  [
    'a group was paid without a reply to its client',
    ({ groups }) => {
      firstOf(groups.values(), ({ isPaid }) => isPaid).isPaid = false
    },
    /group \S+ is COMPLETED true \S+, its client expects COMPLETED false/,
  ],
  [
    'an account was linked twice',
    ({ linkedAccounts }) => linkedAccounts.delete(firstOf(linkedAccounts)),
    /linked account \d+ is unknown to its client/,
  ],
  [
    'a direct debit was made twice',
    ({ debits }) => debits.delete(firstOf(debits.keys())),
    /direct debit \d+ is unknown to its client/,
  ],
  [
    'a direct debit has another status',
    ({ debits }) => firstOf(debits.values()).statuses.push('NEW'),
    /direct debit \d+ is \w+, its client expects NEW/,
  ],
  [
    'a receiver did not get a status of a direct debit',
    ({ debits }) => firstOf(debits.values()).statuses.push('NEW'),
    /webhooks of direct debit \d+ contain/,
  ],
  [
    'a debt has another amount',
    (profile) => {
      profile.owedMinor++
    },
    /profile \d+ owes \d+ minor units, its client expects/,
  ],
  [
    'a claim was answered without a reply to its client',
    ({ transfers }) => {
      const { claim } = firstOf(transfers.values(), (sent) => sent.claim?.isAnswered === true)
      if (claim) claim.isAnswered = false
    },
    /the claim of transfer \d+ is answered, not open/,
  ],
]

export const expiredFile = { sha256: 'a', sizeBytes: 1, sentAt: 0, isUsed: false }
export const wrongUploads: readonly WrongFact<ExpectedProfile['uploads']>[] = [
  [
    'an uploaded file was lost',
    ({ files }) => files.set(UNKNOWN_ID, { ...expiredFile, sentAt: Date.now() }),
    /file 00000000-\S+, which the client has, is lost/,
  ],
  [
    'a file that a dispute used was lost',
    ({ files }) => files.set(UNKNOWN_ID, { ...expiredFile, isUsed: true }),
    /file 00000000-\S+, which the client has, is lost/,
  ],
  [
    'one upload made two files',
    ({ files }) => files.delete(firstOf(files.keys())),
    /file [0-9a-f]{12} is unknown to its client/,
  ],
  [
    'a file has other bytes',
    ({ files }) => {
      const [id, file] = firstOf(files)
      files.set(id, { ...file, sha256: 'a' })
    },
    /file [0-9a-f]{12} is \w+ with \d+ bytes and SHA-256 \w{64}, its client expects .* a$/m,
  ],
  [
    'a file was used without a reply to its client',
    ({ files }) => {
      firstOf(files.values(), ({ isUsed }) => isUsed).isUsed = false
    },
    /file [0-9a-f]{12} is used with .* its client expects unused/,
  ],
  [
    'a dispute was lost',
    ({ disputes }) => disputes.set(0, UNKNOWN_ID),
    /dispute of card transaction 0 has file none, its client expects 00000000-/,
  ],
  [
    'a dispute was submitted without a reply to its client',
    ({ disputes }) => disputes.delete(firstOf(disputes.keys())),
    /dispute of card transaction \d+ has file [0-9a-f]{12}, its client expects none/,
  ],
]

export const wrongDocuments: readonly WrongFact<ExpectedProfile['documents']>[] = [
  [
    'an identity document was lost',
    ({ acknowledged }) => acknowledged.set('GREEN_CARD', { uniqueIdentifier: '1' }),
    /the GREEN_CARD of profile \d+ is none, its client expects WAITING with {"uniqueIdentifier":"1"}/,
  ],
  [
    'an identity document was stored without a reply to its client',
    ({ acknowledged }) => acknowledged.delete('SSN'),
    /the SSN of profile \d+ is WAITING with .*, its client expects none/,
  ],
  [
    'the replacement of an identity document was lost',
    ({ acknowledged }) => acknowledged.set('SSN', { uniqueIdentifier: '1' }),
    /the SSN of profile \d+ is WAITING with .*, its client expects WAITING with {"uniqueIdentifier":"1"}/,
  ],
]

const lastBitFlipped = (column: string) =>
  `set_byte(${column}, length(${column}) - 1, get_byte(${column}, length(${column}) - 1) # 1)`

/** A wrong row, the SQL that writes it, and the finding that the checks report. */
export const wrongRows: readonly (readonly [row: string, change: string, finding: RegExp])[] = [
  [
    'a posting was made twice',
    `insert into ledger_postings (profile_id, journal, reference, from_account, to_account,
                                  currency, amount, posted_at)
     select profile_id, journal, reference, from_account, to_account, currency, amount, posted_at
       from ledger_postings limit 1`,
    /a posting was made twice: same reference, journal and accounts/,
  ],
  [
    'a sweep set a row aside',
    `insert into sweep_failures (sweep, profile_id, id, attempts, error, retry_at)
     values ('a sweep', 1, '1', 1, 'an error', now())`,
    /a sweep set rows aside/,
  ],
  [
    'an identity document has a decision',
    `update identity_documents set state = 'REFUSED' where type <> 'SSN'`,
    /of profile \d+ is REFUSED with .*, its client expects WAITING with/,
  ],
  [
    'two identity documents have one number',
    `update identity_documents set number_index = (select number_index from identity_documents
                                                    where type = 'SSN' limit 1)
      where type <> 'SSN'`,
    /two identity documents have one number/,
  ],
  [
    'an identity document does not decrypt',
    `update identity_documents set details = ${lastBitFlipped('details')} where type = 'SSN'`,
    /the SSN of profile \d+ cannot be decrypted/,
  ],
  [
    'a total differs from the sizes of the files',
    `update uploaded_file_totals set size_bytes = size_bytes + 1`,
    /the total of the uploaded files of a profile differs/,
  ],
  [
    'a file does not decrypt',
    `update uploaded_files set content = ${lastBitFlipped('content')}`,
    /file [0-9a-f]{12} cannot be decrypted/,
  ],
  [
    'a used file belongs to no dispute',
    `update uploaded_files set used_at = created_at, expires_at = null where used_at is null`,
    /a used file belongs to no dispute/,
  ],
]
