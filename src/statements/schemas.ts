// Requests and replies of statements (Facts 8.1).

import Type, { type Static } from 'typebox'
import { BankDetails, showBankDetails } from '../account-details/index.ts'
import { payIns, provider } from '../corridors/index.ts'
import { decimalNumber } from '../kernel/decimal.ts'
import { idOut } from '../kernel/ids.ts'
import { toWireWithCurrency } from '../kernel/money.ts'
import {
  amountField,
  currencyCode,
  described,
  idIn,
  input,
  instantIn,
  instantOut,
  nullable,
  oneOf,
  text,
  toMillisecond,
} from '../kernel/wire.ts'
import { countryName, fullName, type ProfileRow, primaryAddress } from '../profiles/index.ts'
import { type Line, lineTypes } from './lines.ts'
import { INTERVAL_DAYS_MAX, type StatementType, statementTypes } from './model.ts'
import type { Statement } from './read-statement.ts'

const statementFormats = ['json', 'csv', 'pdf', 'xml'] as const
export type StatementFormat = (typeof statementFormats)[number]

export const StatementParams = Type.Object({
  profileId: idIn('profile'),
  balanceId: idIn('balance'),
  format: oneOf(statementFormats, 'The format of the statement; xml is ISO 20022 camt.053.001.12'),
})

export const StatementQuery = input({
  currency: currencyCode('The currency of the balance'),
  intervalStart: instantIn(
    'The start, inclusive: a time in RFC 3339, or a date',
    '2026-11-01T00:00:00Z',
  ),
  intervalEnd: instantIn(
    `The end, inclusive: a time in RFC 3339, or a date for that whole day; at most ${INTERVAL_DAYS_MAX} days after intervalStart`,
    '2026-11-20T23:59:59Z',
  ),
  type: Type.Unsafe<StatementType>({
    ...oneOf(statementTypes, 'FLAT shows each fee as a separate line'),
    default: 'COMPACT',
  }),
  statementLocale: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 2,
      description: 'Two letters, accepted and ignored: the texts are in English',
      examples: ['en'],
    }),
  ),
})

const Transaction = Type.Object(
  {
    type: oneOf(['DEBIT', 'CREDIT'], 'DEBIT for money that left, CREDIT for money that arrived'),
    date: instantOut('When the money moved'),
    amount: amountField('Negative for a debit; includes totalFees'),
    totalFees: amountField('The fees that amount includes'),
    details: Type.Object(
      {
        type: oneOf(lineTypes, 'The kind of movement'),
        description: text('A description of the movement', 'Sent money to Nora Sample'),
        recipient: Type.Optional(
          Type.Object(
            {
              name: text('Name of the recipient', 'Nora Sample'),
              bankAccount: text('A short form of the account', '(23-14-70) 28821822'),
            },
            {
              description:
                'The recipient of a single transfer that was sent; absent on other lines',
            },
          ),
        ),
        paymentReference: Type.Optional(text('The reference of the payment', 'Rent')),
        merchant: Type.Optional(
          Type.Object(
            {
              name: text('Name of the merchant or cash machine', 'Corner Shop'),
              city: nullable(text('City; null where the terminal did not send one', 'London')),
              country: nullable(
                text('Country code; null where the terminal did not send one', 'GB'),
              ),
              category: text('The merchant category in words', 'Grocery stores'),
            },
            { description: 'The merchant or cash machine of a CARD line; absent on other lines' },
          ),
        ),
        method: Type.Optional(oneOf(payIns, 'The pay-in method of a transfer or deposit')),
      },
      { description: 'The movement that the line shows' },
    ),
    exchangeDetails: nullable(
      Type.Object(
        {
          forAmount: amountField('The amount on the other side of the exchange'),
          rate: Type.Number({
            description:
              'Units of the target currency for one unit of the source currency; for a card, units of the currency of forAmount for one unit of the currency of the balance',
            examples: [1.15074],
          }),
        },
        { description: 'The exchange; null when no currency was exchanged' },
      ),
    ),
    runningBalance: amountField('The amount on the balance after the movement'),
    referenceNumber: text('Identifies the movement: its kind and its id', 'TRANSFER-34188888'),
  },
  { title: 'StatementTransaction' },
)

const interval = {
  intervalStart: instantOut('The start of the interval, as a time'),
  intervalEnd: instantOut('The end of the interval, as a time'),
}

export const StatementOut = Type.Object(
  {
    accountHolder: Type.Object(
      {
        type: oneOf(
          ['PERSONAL', 'BUSINESS'],
          'Whether the account holder is a person or a business',
        ),
        address: nullable(
          Type.Object(
            {
              addressFirstLine: text('Street and number', '1 High Street'),
              city: text('City', 'London'),
              postCode: nullable(text('Post code; null where there is none', 'SW1A 1AA')),
              stateCode: nullable(text('State code, where the country has states', 'NY')),
              countryName: text('Name of the country', 'United Kingdom'),
            },
            { description: 'The primary address; null when there is none' },
          ),
        ),
        firstName: Type.Optional(text('First and middle names of a person', 'Ann')),
        lastName: Type.Optional(text('Last name of a person', 'Sample')),
        businessName: Type.Optional(text('Name of a business', 'Sample Ltd')),
        registrationNumber: Type.Optional(
          nullable(text('Registration number of a business', '12345678')),
        ),
      },
      { description: 'The holder of the balance' },
    ),
    issuer: Type.Object(
      {
        name: text('Name of the institution', 'Godwit Payments Ltd'),
        firstLine: text('Street and number', '1 Tideway Walk'),
        city: text('City', 'London'),
        postCode: text('Post code', 'SE16 7GW'),
        stateCode: nullable(Type.String({ description: 'Always null' })),
        country: text('Name of the country', 'United Kingdom'),
      },
      { description: 'The issuer of the statement' },
    ),
    bankDetails: nullable(
      described(
        BankDetails,
        'The newest account details of the balance; null when it has no account details, or is closed',
      ),
    ),
    transactions: Type.Array(Transaction, { description: 'Newest first' }),
    endOfStatementBalance: amountField('The amount on the balance at the end of the interval'),
    query: Type.Object(
      {
        ...interval,
        currency: currencyCode(),
        accountId: idOut('balance'),
        type: oneOf(statementTypes, 'FLAT shows each fee as a separate line, COMPACT does not'),
        addStamp: Type.Boolean({ description: 'Always false: there is no stamp' }),
        profileId: idOut('profile'),
        balanceId: idOut('balance'),
        timezone: Type.String({ description: 'Always Z, which is UTC', examples: ['Z'] }),
      },
      { description: 'The parameters of the request' },
    ),
    request: Type.Object(
      {
        id: Type.String({
          format: 'uuid',
          description: 'Id of this statement, different for each request',
        }),
        creationTime: instantOut('When the statement was created'),
        profileId: idOut('profile'),
        currency: currencyCode(),
        balanceId: idOut('balance'),
        balanceName: nullable(text('The name of the balance; null without a name', 'Holidays')),
        ...interval,
      },
      { description: 'The request that created the statement' },
    ),
    startOfStatementBalance: amountField('The amount on the balance before the interval'),
  },
  { title: 'BalanceStatement' },
)

/** The statement with no transactions: `formatStatement` adds them in batches, as `showLine` shows them. */
export function showStatement(
  statement: Statement,
  { id, now }: { readonly id: string; readonly now: Temporal.Instant },
): Static<typeof StatementOut> {
  const {
    profile,
    balance,
    details,
    interval: { from, to },
    openingMinor,
    closingMinor,
    input: query,
  } = statement
  const shared = {
    intervalStart: toMillisecond(from),
    intervalEnd: toMillisecond(to),
    currency: balance.currency,
  }
  return {
    accountHolder: showHolder(profile),
    issuer: showIssuer(),
    bankDetails: details === undefined ? null : showBankDetails(details, fullName(profile)),
    transactions: [],
    endOfStatementBalance: toWireWithCurrency({ minor: closingMinor, currency: balance.currency }),
    query: {
      ...shared,
      accountId: balance.id,
      type: query.type,
      addStamp: false,
      profileId: query.profileId,
      balanceId: balance.id,
      timezone: 'Z',
    },
    request: {
      id,
      creationTime: toMillisecond(now),
      profileId: query.profileId,
      balanceId: balance.id,
      balanceName: balance.name,
      ...shared,
    },
    startOfStatementBalance: toWireWithCurrency({
      minor: openingMinor,
      currency: balance.currency,
    }),
  }
}

function showIssuer(): Static<typeof StatementOut>['issuer'] {
  const { name, address } = provider
  const { firstLine, city, postCode, country } = address
  return { name, firstLine, city, postCode, stateCode: null, country: countryName(country) }
}

function showHolder(profile: ProfileRow): Static<typeof StatementOut>['accountHolder'] {
  const primary = primaryAddress(profile)
  const address = primary
    ? {
        addressFirstLine: primary.firstLine,
        city: primary.city,
        postCode: primary.postCode ?? null,
        stateCode: primary.state ?? null,
        countryName: countryName(primary.country),
      }
    : null
  if (profile.type === 'BUSINESS') {
    const { name: businessName, registrationNumber = null } = profile.details
    return { type: profile.type, address, businessName, registrationNumber }
  }
  const { firstName, lastName } = profile.details
  return { type: profile.type, address, firstName, lastName }
}

export function showLine(line: Line): Static<typeof Transaction> {
  const { type, description, payee, paymentReference, exchange, merchant, method } = line
  return {
    type: line.amount.minor < 0n ? 'DEBIT' : 'CREDIT',
    date: toMillisecond(line.at),
    amount: toWireWithCurrency(line.amount),
    totalFees: toWireWithCurrency(line.fee),
    details: {
      type,
      description,
      ...(payee && { recipient: { name: payee.name, bankAccount: payee.account } }),
      ...(paymentReference && { paymentReference }),
      ...(merchant && { merchant }),
      ...(method && { method }),
    },
    exchangeDetails: exchange
      ? { forAmount: toWireWithCurrency(exchange.forAmount), rate: decimalNumber(exchange.rate) }
      : null,
    runningBalance: toWireWithCurrency(line.runningBalance),
    referenceNumber: line.referenceNumber,
  }
}
