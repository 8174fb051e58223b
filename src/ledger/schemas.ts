// Request and reply shapes of the endpoints that show the ledger.

import Type, { type Static } from 'typebox'
import { cursorOut, cutPage, nextCursorField, sizeField } from '../kernel/cursor-pages.ts'
import { idOut } from '../kernel/ids.ts'
import { toWireWithCurrency } from '../kernel/money.ts'
import { amountField, idIn, input, instantOut, oneOf, toMillisecond } from '../kernel/wire.ts'
import type { AccountBalance } from './history-store.ts'
import { type JournalName, journals } from './journals.ts'
import type { PostedRow } from './store.ts'

/** In characters. The longest reference is `account-details-order:` with a UUID: 58. */
const REFERENCE_LENGTH_MAX = 100
/** In postings; a choice of this project, as for the log of requests (`requests/schemas.ts`). */
const PAGE_SIZE_MAX = 200
export const PAGE_SIZE_DEFAULT = 50

const accountNames =
  'available:ID is the money of a balance, held:ID the money of that balance that card authorisations hold, transfer:ID the money of a transfer in flight, and owed the debt of the profile; the other accounts are house accounts: desk, fees, pay-in, pay-out, card-network, and partner:ID of the application with this id'

export const ProfileParams = Type.Object({ profileId: idIn('profile') })

const LedgerAccount = Type.Object(
  {
    account: Type.String({
      description: `The account: ${accountNames}`,
      examples: ['available:3'],
    }),
    balance: amountField(
      'The money that the account holds. The balance of owed is zero, or the debt of the profile as a negative amount.',
    ),
  },
  { title: 'LedgerAccount' },
)

export const Accounts = Type.Array(LedgerAccount, {
  title: 'LedgerAccountList',
  description:
    'Sorted by account, then by currency. Accounts of transfers and house accounts are not listed.',
})

export function showAccount({
  account,
  currency,
  balanceMinor,
}: AccountBalance): Static<typeof LedgerAccount> {
  return { account, balance: toWireWithCurrency({ minor: balanceMinor, currency }) }
}

export const PostingsQuery = input({
  reference: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: REFERENCE_LENGTH_MAX,
      description: 'List only the postings of this object',
      examples: ['transfer:12'],
    }),
  ),
  size: sizeField('postings', { max: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT }),
  nextCursor: nextCursorField,
})

const LedgerPosting = Type.Object(
  {
    id: idOut('posting'),
    journal: oneOf(
      Object.keys(journals) as JournalName[],
      'The journal that the posting is part of',
    ),
    purpose: Type.String({
      description: 'The purpose of the journal',
      examples: [journals['transfer-funded']],
    }),
    reference: Type.String({
      description:
        'The object that has moved the money, with its id: transfer, movement, deposit, card-transaction or account-details-order',
      examples: ['transfer:12'],
    }),
    from: Type.String({
      description: `The account that gives. ${accountNames}`,
      examples: ['available:3'],
    }),
    to: Type.String({ description: 'The account that receives', examples: ['transfer:12'] }),
    amount: amountField('The amount that moves; always positive'),
    postedAt: instantOut('When the posting was made, by the sandbox clock'),
  },
  { title: 'LedgerPosting' },
)

export const Postings = Type.Object(
  {
    cursor: cursorOut,
    postings: Type.Array(LedgerPosting, { description: 'Newest first' }),
  },
  { title: 'LedgerPostingPage' },
)

/** `rows` has one row more than the page when another page follows. */
export function showPostings(rows: readonly PostedRow[], size: number): Static<typeof Postings> {
  const { cursor, shown } = cutPage(rows, size, ({ id }) => id)
  return { cursor, postings: shown.map(showPosting) }
}

function showPosting(posting: PostedRow): Static<typeof LedgerPosting> {
  const { id, journal, reference, from, to, currency, amountMinor, postedAt } = posting
  return {
    id,
    journal,
    purpose: journals[journal],
    reference,
    from,
    to,
    amount: toWireWithCurrency({ minor: amountMinor, currency }),
    postedAt: toMillisecond(postedAt),
  }
}
