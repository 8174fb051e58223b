// A recipient and a page of recipients as version 2 shows them (Facts 10.1, Facts 10.2).

import Type, { type Static } from 'typebox'
import {
  accountSummary,
  accountTypes,
  commonFieldMap,
  detailDescriptions,
  detailKeys,
  displayFields,
  typeName,
  v2Key,
} from '../corridors/index.ts'
import { identifiers } from '../kernel/dialect.ts'
import { idOut } from '../kernel/ids.ts'
import { currencyCode, described, nullable, oneOf } from '../kernel/wire.ts'
import type { ListResult } from './list-recipients.ts'
import { draftOf, looseHashOf } from './model.ts'
import { alwaysNull, hash, maybeText, RecipientAddress, shapeOf } from './schemas.ts'
import type { Details, RecipientRow } from './store.ts'

const NameV2 = Type.Object(
  {
    fullName: Type.String({ description: 'Full name, or the name of the business' }),
    givenName: described(maybeText, 'Given name, where the form has a separate field for it'),
    familyName: described(maybeText, 'Family name, where the form has a separate field for it'),
    middleName: described(alwaysNull, 'Always null'),
    patronymicName: described(maybeText, 'Patronymic name, where the form has this field'),
    cannotHavePatronymicName: nullable(
      Type.Boolean({
        description:
          'Whether the account holder has no patronymic name, where the form has this field',
      }),
    ),
  },
  { title: 'RecipientName' },
)

// Version 2 shows these keys outside of `details`, or in the other spelling. The serializer leaves out keys that are not in the
// schema.
const NOT_IN_V2 = new Set(['legalType', 'email', 'accountHolderName', 'IBAN', 'BIC'])

const DetailsV2 = Type.Unsafe<Readonly<Record<string, unknown>>>(
  Type.Object(
    {
      ...shapeOf(
        detailKeys.filter((key) => !NOT_IN_V2.has(key)),
        (key) =>
          Type.Optional(
            key === 'address'
              ? RecipientAddress
              : Type.String({ description: detailDescriptions[key] ?? '' }),
          ),
      ),
      hashedByLooseHashAlgorithm: Type.String({
        description:
          'SHA-256 over the currency and the details, without the name, address, e-mail address, language and legal type of the recipient; for the type Email, over the currency and the e-mail address. Equal for two recipients with the same account, in any spelling.',
        examples: ['b'.repeat(64)],
      }),
    },
    { title: 'RecipientDetails' },
  ),
)

const fieldName = (description: string) =>
  Type.Optional(identifiers(detailKeys, Type.String({ description, examples: ['iban'] })))

export const RecipientV2 = Type.Object(
  {
    id: idOut('recipient'),
    creatorId: idOut('user', 'The user who added the recipient'),
    profileId: idOut('profile'),
    name: described(NameV2, 'The name of the recipient'),
    currency: nullable(
      currencyCode(
        'Null for the type Balance, which is paid in any currency that balances can be held in',
      ),
    ),
    country: Type.Optional(Type.String({ description: 'ISO 3166-1 alpha-2', examples: ['DE'] })),
    type: identifiers(
      accountTypes.map(typeName),
      Type.String({
        description: 'Type of the account requirements form, spelled as SortCode',
        examples: ['SortCode'],
      }),
    ),
    legalEntityType: oneOf(['PERSON', 'INSTITUTION'], 'PERSON or INSTITUTION (a business)'),
    email: Type.Optional(
      Type.String({
        description: 'E-mail address of the recipient; absent when the recipient has none',
        examples: ['nora@example.com'],
      }),
    ),
    active: Type.Boolean({
      description:
        'False once the recipient is deactivated: no new transfer can be created for it. Transfers that exist are still paid.',
    }),
    details: described(DetailsV2, 'The details of the account, numbers in canonical spelling'),
    commonFieldMap: Type.Object(
      {
        accountNumberField: fieldName('The key in details that holds the account number'),
        bankCodeField: fieldName('The key in details that holds the code of the bank'),
        bicField: fieldName('The key in details that holds the BIC'),
      },
      {
        description: 'The keys in details under which an account has its number, bank code and BIC',
      },
    ),
    isDefaultAccount: Type.Optional(
      Type.Boolean({ description: 'Present in lists only, always false' }),
    ),
    hash,
    accountSummary: Type.String({
      description: 'A short form of the account, for lists',
      examples: ['(23-14-70) 28821822'],
    }),
    longAccountSummary: Type.String({
      description: 'A longer summary of the account',
      examples: ['GBP account ending in 1822'],
    }),
    displayFields: Type.Array(
      Type.Object({
        key: identifiers(
          detailKeys,
          Type.String({
            description: 'Path of the field in this object',
            examples: ['details/accountNumber'],
          }),
        ),
        label: Type.String({ description: 'The label of the field', examples: ['Account number'] }),
        value: Type.String({
          description: 'The value as it is shown to people',
          examples: ['28821822'],
        }),
      }),
      { description: 'The fields to show to people, in order' },
    ),
    isInternal: Type.Boolean({ description: 'Always false' }),
    ownedByCustomer: Type.Boolean({ description: 'Whether the account belongs to the sender' }),
  },
  { title: 'Recipient' },
)
export type RecipientV2 = Static<typeof RecipientV2>

export function showRecipientV2(row: RecipientRow): RecipientV2 {
  const draft = draftOf(row)
  const summary = accountSummary(draft)
  const { email } = row.details
  return {
    id: row.id,
    creatorId: row.userId,
    profileId: row.profileId,
    name: showName(row),
    currency: row.currency,
    ...(row.country !== null && { country: row.country }),
    type: typeName(row.type),
    legalEntityType: row.legalType === 'BUSINESS' ? 'INSTITUTION' : 'PERSON',
    ...(typeof email === 'string' && { email }),
    active: row.active,
    details: { ...showDetailsV2(row.details), hashedByLooseHashAlgorithm: looseHashOf(row) },
    commonFieldMap: commonFieldMap(draft),
    hash: row.hash,
    accountSummary: summary.short,
    longAccountSummary: summary.long,
    displayFields: [...displayFields(draft)],
    isInternal: false,
    ownedByCustomer: row.ownedByCustomer,
  }
}

function showName({ accountHolderName, details }: RecipientRow): RecipientV2['name'] {
  const textOf = (key: string) => {
    const value = details[key]
    return typeof value === 'string' ? value : null
  }
  const cannotHavePatronymic = textOf('cannotHavePatronymicName')
  return {
    fullName: accountHolderName,
    givenName: textOf('givenName'),
    familyName: textOf('familyName'),
    middleName: null,
    patronymicName: textOf('patronymicName'),
    cannotHavePatronymicName:
      cannotHavePatronymic === null ? null : cannotHavePatronymic === 'true',
  }
}

function showDetailsV2(details: Details): Record<string, unknown> {
  return Object.fromEntries(Object.entries(details).map(([key, value]) => [v2Key(key), value]))
}

export const RecipientPage = Type.Object(
  {
    content: Type.Array(RecipientV2, { description: 'The recipients of the page' }),
    seekPositionForCurrent: Type.Optional(
      idOut('recipient', 'The page begins after this recipient; absent on the first page'),
    ),
    seekPositionForNext: Type.Optional(
      idOut('recipient', 'The next page begins after this recipient; absent on the last page'),
    ),
    sort: Type.Object(
      {
        empty: Type.Boolean({ description: 'Always false: lists are sorted' }),
        sorted: Type.Boolean({ description: 'Always true', examples: [true] }),
        unsorted: Type.Boolean({ description: 'Always false' }),
      },
      { description: 'Whether the list is sorted' },
    ),
    size: Type.Integer({ description: 'The number of recipients in content' }),
  },
  { title: 'RecipientPage' },
)
export type RecipientPage = Static<typeof RecipientPage>

/** `sort` is constant, because every list is sorted. */
export function showPage({ rows, current, next }: ListResult): RecipientPage {
  return {
    content: rows.map((row) => ({ ...showRecipientV2(row), isDefaultAccount: false })),
    sort: { empty: false, sorted: true, unsorted: false },
    ...(next && { seekPositionForNext: next }),
    ...(current && { seekPositionForCurrent: current }),
    size: rows.length,
  }
}
