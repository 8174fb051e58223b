// Request shapes, the shapes that both versions share, and a recipient as version 1 shows it (Facts 10.2).

import Type, { type Static } from 'typebox'
import {
  accountTypes,
  addressDescriptions,
  addressKeys,
  detailDescriptions,
  detailKeys,
  typeName,
} from '../corridors/index.ts'
import type { OwnProfile } from '../kernel/caller.ts'
import { identifiers } from '../kernel/dialect.ts'
import { idOut } from '../kernel/ids.ts'
import { currencyCode, described, idIn, input, nullable, oneOf } from '../kernel/wire.ts'
import { sorts } from './list-store.ts'
import type { Details, RecipientRow } from './store.ts'

/** An object with a shape for each key. */
export const shapeOf = <S>(keys: readonly string[], shape: (key: string) => S): Record<string, S> =>
  Object.fromEntries(keys.map((key) => [key, shape(key)]))

const detail = (key: string) =>
  Type.Optional(Type.String({ description: detailDescriptions[key] ?? '' }))
const addressPart = (key: string) =>
  Type.Optional(Type.String({ description: addressDescriptions[key] ?? '' }))

/** A checkbox of a form: clients send a boolean or its text. */
const checkbox = Type.Unsafe<boolean | string>({
  type: ['boolean', 'string'],
  description: detailDescriptions['cannotHavePatronymicName'],
})

/** An address as clients send it and as version 2 shows it. */
export const RecipientAddress = input(shapeOf(addressKeys, addressPart), {
  title: 'RecipientAddress',
  description: 'The address of the recipient',
})

/** The keys of all forms. Which of them an account needs depends on its form. */
const DetailsIn = Type.Unsafe<Readonly<Record<string, unknown>>>(
  input(
    {
      ...shapeOf(detailKeys, detail),
      cannotHavePatronymicName: Type.Optional(checkbox),
      address: Type.Optional(RecipientAddress),
      ...shapeOf(
        addressKeys.map((key) => `address.${key}`),
        (key) => addressPart(key.slice('address.'.length)),
      ),
    },
    {
      title: 'RecipientDetailsInput',
      description: 'The keys of the account requirements form, and legalType',
      examples: [{ legalType: 'PRIVATE', sortCode: '231470', accountNumber: '28821822' }],
    },
  ),
)

/** Types in the spelling of version 1 and of version 2. */
const typeSpellings = [...accountTypes, ...accountTypes.map(typeName)]
/** In characters; a choice of this project, longer than every type. */
const TYPE_LENGTH_MAX = 50

const account = {
  currency: currencyCode('The currency in which the recipient is paid'),
  type: identifiers(
    typeSpellings,
    Type.String({
      minLength: 1,
      maxLength: TYPE_LENGTH_MAX,
      description: 'Type of the account requirements form, spelled as sort_code or as SortCode',
      examples: ['sort_code'],
    }),
  ),
  accountHolderName: Type.String({ description: 'Full name', examples: ['Nora Sample'] }),
  ownedByCustomer: Type.Boolean({ description: 'Whether the account belongs to the sender' }),
  details: DetailsIn,
}

const exampleRecipient = {
  profile: 1,
  currency: 'GBP',
  type: 'sort_code',
  accountHolderName: 'Nora Sample',
  details: { legalType: 'PRIVATE', sortCode: '231470', accountNumber: '28821822' },
}

export const CreateRecipient = input(
  {
    profile: Type.Optional(
      idIn('profile', 'The profile of the recipient. Default: the personal profile.'),
    ),
    currency: account.currency,
    type: account.type,
    accountHolderName: Type.Optional(account.accountHolderName),
    ownedByCustomer: Type.Optional(account.ownedByCustomer),
    details: Type.Optional(account.details),
  },
  {
    title: 'CreateRecipientRequest',
    examples: [exampleRecipient],
  },
)

/** The legal types that a request for a refund account may have. Version 2 shows the first two. */
const legalEntityTypes = ['PERSON', 'INSTITUTION', 'PRIVATE', 'BUSINESS'] as const

export const CreateRefundRecipient = input(
  {
    profile: idIn('profile', 'The profile of the recipient'),
    currency: account.currency,
    country: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 3,
        description: 'Ignored: the country follows from the account details',
        examples: ['GB'],
      }),
    ),
    type: account.type,
    legalEntityType: Type.Optional(
      oneOf(
        legalEntityTypes,
        'PRIVATE is the same as PERSON, and BUSINESS the same as INSTITUTION. Default: PERSON. Ignored when details has legalType.',
      ),
    ),
    name: Type.Optional(
      input(
        { fullName: Type.Optional(account.accountHolderName) },
        { description: 'The name of the account holder' },
      ),
    ),
    accountHolderName: Type.Optional(Type.String({ description: 'The same as name.fullName' })),
    ownedByCustomer: Type.Optional(account.ownedByCustomer),
    details: Type.Optional(account.details),
  },
  {
    title: 'CreateRefundRecipientRequest',
    examples: [exampleRecipient],
  },
)
export type CreateRefundRecipient = Static<typeof CreateRefundRecipient>

/** A recipient that is filled in step by step: every field is optional. */
export const RecipientDraft = input(
  {
    currency: Type.Optional(account.currency),
    type: Type.Optional(account.type),
    accountHolderName: Type.Optional(account.accountHolderName),
    ownedByCustomer: Type.Optional(account.ownedByCustomer),
    details: Type.Optional(account.details),
  },
  {
    title: 'RecipientFormRequest',
    examples: [{ type: 'iban', details: { legalType: 'PRIVATE' } }],
  },
)

/** In recipients (D18). */
const PAGE_SIZE_DEFAULT = 20
/** In recipients (D18). Client programs request pages of 100 (Facts 10.1). */
const PAGE_SIZE_MAX = 100
/** In characters, for the text of a comma-separated list; a choice of this project. */
const LIST_LENGTH_MAX = 1000

const listOf = (description: string, example: string) =>
  Type.String({ maxLength: LIST_LENGTH_MAX, description, examples: [example] })

export const ListRecipients = input({
  profileId: Type.Optional(idIn('profile', 'Default: the personal profile')),
  profile: Type.Optional(
    idIn('profile', 'The same as profileId, which is used when both are sent'),
  ),
  creatorId: Type.Optional(idIn('user', 'The user who added the recipient')),
  currency: Type.Optional(listOf('Comma-separated currencies', 'GBP,EUR')),
  type: Type.Optional(
    identifiers(typeSpellings, listOf('Comma-separated types', 'sort_code,iban')),
  ),
  active: Type.Boolean({
    description: 'true lists only active recipients, false only deactivated ones',
    default: true,
  }),
  ownedByCustomer: Type.Optional(
    Type.Boolean({
      description:
        'true lists only accounts of the sender, false only accounts of others; all when absent',
    }),
  ),
  size: Type.Integer({
    default: PAGE_SIZE_DEFAULT,
    minimum: 1,
    maximum: PAGE_SIZE_MAX,
    description: 'Maximum number of recipients',
  }),
  seekPosition: Type.Optional(idIn('recipient', 'The page begins after this recipient')),
  sort: Type.Optional(oneOf(sorts, 'The order of the list. Default: id,asc.')),
})

export const hash = Type.String({
  description:
    'SHA-256 over name, currency, type and details, or over the type alone for the type balance; equal for equal recipients',
  examples: ['a'.repeat(64)],
})
export const alwaysNull = Type.Null()
export const maybeText = nullable(Type.String())

const AddressV1 = Type.Object(
  shapeOf(addressKeys, (key) =>
    nullable(Type.String({ description: addressDescriptions[key] ?? '' })),
  ),
  { title: 'RecipientAddressV1' },
)

const DetailsV1 = Type.Unsafe<Readonly<Record<string, unknown>>>(
  Type.Object(
    shapeOf(detailKeys, (key) =>
      key === 'address'
        ? nullable(described(AddressV1, detailDescriptions[key] ?? ''))
        : described(maybeText, detailDescriptions[key] ?? ''),
    ),
    { title: 'RecipientDetailsV1' },
  ),
)

export const RecipientV1 = Type.Object(
  {
    id: idOut('recipient'),
    business: nullable(idOut('profile', 'The profile, when it is a business; otherwise null')),
    profile: idOut('profile'),
    accountHolderName: Type.String({ description: 'Full name, or the name of the business' }),
    currency: nullable(
      currencyCode(
        'Null for the type balance, which is paid in any currency that balances can be held in',
      ),
    ),
    country: nullable(Type.String({ description: 'ISO 3166-1 alpha-2', examples: ['GB'] })),
    type: account.type,
    details: described(
      DetailsV1,
      'All details; those that the account does not have are null, and so is accountHolderName, which is outside of details',
    ),
    user: idOut('user', 'The user who added the recipient'),
    active: Type.Boolean({
      description:
        'False once the recipient is deactivated: no new transfer can be created for it. Transfers that exist are still paid.',
    }),
    ownedByCustomer: Type.Boolean({ description: 'Whether the account belongs to the sender' }),
    confirmations: described(alwaysNull, 'Always null: names are not checked'),
    hash,
  },
  { title: 'RecipientV1' },
)
export type RecipientV1 = Static<typeof RecipientV1>

export const RecipientsV1 = Type.Array(RecipientV1, { title: 'RecipientV1List' })

/** `profiles` are the caller's profiles: the reply has `business` when the recipient belongs to a business. */
export function showRecipientV1(row: RecipientRow, profiles: readonly OwnProfile[]): RecipientV1 {
  const isBusiness = profiles.some(({ id, type }) => id === row.profileId && type === 'BUSINESS')
  return {
    id: row.id,
    business: isBusiness ? row.profileId : null,
    profile: row.profileId,
    accountHolderName: row.accountHolderName,
    currency: row.currency,
    country: row.country,
    type: row.type,
    details: showDetailsV1(row.details),
    user: row.userId,
    active: row.active,
    ownedByCustomer: row.ownedByCustomer,
    confirmations: null,
    hash: row.hash,
  }
}

/** All keys of all forms, and both spellings of the keys that have two. */
function showDetailsV1(details: Details): Record<string, unknown> {
  const { address } = details
  const known: Details = {
    ...details,
    ...(details['IBAN'] !== undefined && { iban: details['IBAN'] }),
    ...(details['BIC'] !== undefined && { bic: details['BIC'] }),
  }
  return {
    ...shapeOf(detailKeys, (key) => known[key] ?? null),
    address: typeof address === 'object' ? showAddress(address) : null,
  }
}

/** Only `country` is stored; replies show it as `countryCode` too. */
function showAddress(address: Readonly<Record<string, string>>): Record<string, string | null> {
  return shapeOf(addressKeys, (key) => address[key === 'countryCode' ? 'country' : key] ?? null)
}
