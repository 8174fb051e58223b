// The reply shape of account details (B 2.8, Facts 9.4).

import Type, { type Static } from 'typebox'
import {
  type AccountRow,
  accountRows,
  accountRowTypes,
  currencyName,
  exampleRows,
  issuedCurrencies,
  type ReceiveType,
  receivesSwift,
  receiveTypes,
} from '../../corridors/index.ts'
import { type Id, idOut } from '../../kernel/ids.ts'
import type { Currency } from '../../kernel/money.ts'
import { currencyCode, described, nullable, oneOf, text } from '../../kernel/wire.ts'
import type { DetailsRow } from './store.ts'

const Tooltip = Type.Object(
  {
    title: text('The title of the row', 'SWIFT/BIC code'),
    body: text('The meaning of the title', 'The international code of the bank (ISO 9362).'),
    cta: Type.Null({ description: 'Always null' }),
  },
  { title: 'AccountDetailsTooltip' },
)

const Detail = Type.Object(
  {
    type: oneOf(accountRowTypes, 'The kind of value in the row; the kinds depend on the currency'),
    title: text('The title to show', 'IBAN'),
    body: text(
      'The value to show; in an example most characters are x',
      'IE27 GDWT 9902 0000 0000 01',
    ),
    description: nullable(
      described(Tooltip, 'An explanation of the row; null where its title is enough'),
    ),
    hidden: Type.Boolean({ description: 'Always false: every row may be shown' }),
  },
  { title: 'AccountDetailsItem' },
)

const ReceiveOption = Type.Object(
  {
    type: oneOf(
      receiveTypes,
      'LOCAL: payments within the country; INTERNATIONAL: payments over SWIFT',
    ),
    title: text('The title to show', 'Local'),
    description: Type.Object(
      {
        title: text('A heading', 'Receive EUR'),
        body: text('A sentence', 'For payments in EUR within the country.'),
        cta: Type.Null({ description: 'Always null' }),
      },
      { description: 'The purpose of the option' },
    ),
    summaries: Type.Array(
      Type.Object({
        type: oneOf(['TIME', 'INFO'], 'The subject of the summary'),
        title: text('The summary', 'Credited on arrival'),
        description: text(
          'A sentence',
          'A payment is credited on arrival while the profile is verified.',
        ),
      }),
      { description: 'Notes for the payer, such as when a payment is credited' },
    ),
    details: Type.Array(Detail, { description: 'The values that the payer needs' }),
    alert: Type.Null({ description: 'Always null' }),
    shareText: text('The details as text, to send to the payer', 'Account holder: Ann Sample'),
  },
  { title: 'AccountDetailsReceiveOption' },
)

/** The `balanceId` of an example, which has no balance. */
const NO_BALANCE_ID = -1

const featureKeys = ['LOCAL_RECEIVE', 'SWIFT', 'DIRECT_DEBITS', 'PLATFORM_RECEIVE'] as const

const AccountDetails = Type.Object(
  {
    id: nullable(idOut('account-details', 'The issued account details; null for an example')),
    balanceId: Type.Integer({
      description: `The balance that payments are credited to; ${NO_BALANCE_ID} for an example`,
      examples: [1],
    }),
    currency: Type.Object(
      { code: currencyCode(), name: text('The English name', 'Euro') },
      { description: 'The currency' },
    ),
    title: text('The title to show', 'EUR account details'),
    subtitle: text('The titles of the rows that identify the account', 'SWIFT/BIC code, IBAN'),
    status: oneOf(
      ['AVAILABLE', 'ACTIVE'],
      'AVAILABLE: an example of account details that can be ordered; ACTIVE: ready to receive money',
    ),
    deprecated: Type.Boolean({
      description:
        'Whether newer account details were issued in the currency. Use the newest account details; payments to deprecated account details still arrive.',
    }),
    migrated: Type.Boolean({ description: 'Always false' }),
    receiveOptions: Type.Array(ReceiveOption, {
      description: 'The ways to send money to the account',
    }),
    bankFeatures: Type.Array(
      Type.Object({
        key: oneOf(featureKeys, 'The feature'),
        title: text('The title to show', 'Receive local payments'),
        supported: Type.Boolean({ description: 'Whether the account has the feature' }),
      }),
      { description: 'The features of the account' },
    ),
  },
  { title: 'AccountDetails' },
)
export const AccountDetailsList = Type.Array(AccountDetails, { title: 'AccountDetailsList' })
type ShownDetails = Static<typeof AccountDetails>

/**
 * The currencies in alphabetical order of their codes: the issued account details of each, ascending by id, or one example when
 * none are issued (D52).
 */
export function showAccountDetails(active: readonly DetailsRow[], holder: string): ShownDetails[] {
  return issuedCurrencies.flatMap((currency) => {
    const issued = active.filter((row) => row.currency === currency)
    return issued.length > 0
      ? issued.map((row) => showIssued(row, holder))
      : [showExample(currency, holder)]
  })
}

function showIssued({ id, balanceId, currency, numbers, deprecated }: DetailsRow, holder: string) {
  const options = accountRows(currency, numbers, holder)
  return showDetails({ id, balanceId, currency, deprecated, status: 'ACTIVE' as const, options })
}

function showExample(currency: Currency, holder: string) {
  const options = exampleRows(currency, holder)
  return showDetails({
    id: null,
    balanceId: NO_BALANCE_ID,
    currency,
    deprecated: false,
    status: 'AVAILABLE' as const,
    options,
  })
}

/** The types of rows that do not identify the account: they describe its holder and its bank. */
const partyRowTypes: ReadonlySet<AccountRow['type']> = new Set([
  'ACCOUNT_HOLDER',
  'ADDRESS',
  'BANK_NAME',
])

type DetailsInput = Pick<ShownDetails, 'status' | 'deprecated' | 'balanceId'> & {
  readonly id: Id<'account-details'> | null
  readonly currency: Currency
  readonly options: readonly { readonly type: ReceiveType; readonly rows: readonly AccountRow[] }[]
}

function showDetails({
  id,
  balanceId,
  currency,
  status,
  deprecated,
  options,
}: DetailsInput): ShownDetails {
  const [local] = options
  return {
    id,
    balanceId,
    currency: { code: currency, name: currencyName(currency) },
    title: `${currency} account details`,
    subtitle: (local?.rows ?? [])
      .filter(({ type }) => !partyRowTypes.has(type))
      .map(({ title }) => title)
      .join(', '),
    status,
    deprecated,
    migrated: false,
    receiveOptions: options.map(({ type, rows }) => showOption(type, currency, rows)),
    bankFeatures: featureKeys.map((key) => ({
      key,
      title: featureTitles[key],
      supported: key === 'LOCAL_RECEIVE' || (key === 'SWIFT' && receivesSwift(currency)),
    })),
  }
}

const featureTitles: Readonly<Record<(typeof featureKeys)[number], string>> = {
  LOCAL_RECEIVE: 'Receive local payments',
  SWIFT: 'Receive payments over SWIFT',
  DIRECT_DEBITS: 'Pay by direct debit',
  PLATFORM_RECEIVE: 'Receive money from platforms',
}

function showOption(type: ReceiveType, currency: Currency, rows: readonly AccountRow[]) {
  const isLocal = type === 'LOCAL'
  return {
    type,
    title: isLocal ? 'Local' : 'International',
    description: {
      title: `Receive ${currency}`,
      body: isLocal
        ? `For payments in ${currency} within the country.`
        : `For payments in ${currency} from abroad, over SWIFT.`,
      cta: null,
    },
    summaries: [
      {
        type: 'TIME' as const,
        title: 'Credited on arrival',
        description: 'A payment is credited on arrival while the profile is verified.',
      },
      {
        type: 'INFO' as const,
        title: `Only ${currency}`,
        description: `The account receives payments in ${currency} only.`,
      },
    ],
    details: rows.map((row) => ({
      type: row.type,
      title: row.title,
      body: row.body,
      description:
        row.explanation === undefined
          ? null
          : { title: row.title, body: row.explanation, cta: null },
      hidden: false,
    })),
    alert: null,
    shareText: rows.map(({ title, body }) => `${title}: ${body}`).join('\n'),
  }
}
