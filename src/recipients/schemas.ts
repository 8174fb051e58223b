// What a client sends, and the first version of what it is shown (Facts 10.2).

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
import { idOf } from '../kernel/ids.ts'
import { currencyCode, described, idIn, input, nullable, oneOf } from '../kernel/wire.ts'
import type { Details, RecipientRow } from './store.ts'

/** One shape for each of many keys. */
export const shapeOf = <S>(keys: readonly string[], shape: (key: string) => S): Record<string, S> =>
  Object.fromEntries(keys.map((key) => [key, shape(key)]))

const detail = (key: string) =>
  Type.Optional(Type.String({ description: detailDescriptions[key] ?? '' }))
const addressPart = (key: string) =>
  Type.Optional(Type.String({ description: addressDescriptions[key] ?? '' }))

/** A box that was ticked comes as a boolean or as its text. */
const tick = Type.Unsafe<boolean | string>({
  type: ['boolean', 'string'],
  description: detailDescriptions['cannotHavePatronymicName'],
})

/** An address as clients send it and as version 2 shows it. */
export const RecipientAddress = input(shapeOf(addressKeys, addressPart), {
  title: 'RecipientAddress',
  description: 'The address of the recipient',
})

/** Every key that some form asks for. Which of them an account needs, its form says. */
const DetailsIn = Type.Unsafe<Readonly<Record<string, unknown>>>(
  input(
    {
      ...shapeOf(detailKeys, detail),
      cannotHavePatronymicName: Type.Optional(tick),
      address: Type.Optional(RecipientAddress),
      ...shapeOf(
        addressKeys.map((key) => `address.${key}`),
        (key) => addressPart(key.slice('address.'.length)),
      ),
    },
    {
      title: 'RecipientDetailsInput',
      description: 'The keys of the account requirements form, and legalType.',
      examples: [{ legalType: 'PRIVATE', sortCode: '231470', accountNumber: '28821822' }],
    },
  ),
)

/** Types are spelt as in v1 or as in v2. */
const typeSpellings = [...accountTypes, ...accountTypes.map(typeName)]

const account = {
  currency: currencyCode('What the recipient is paid in'),
  type: identifiers(
    typeSpellings,
    Type.String({
      minLength: 1,
      maxLength: 50,
      description: 'Type of the account requirements form, in either case',
      examples: ['sort_code'],
    }),
  ),
  accountHolderName: Type.String({ description: 'Full name', examples: ['Nora Sample'] }),
  ownedByCustomer: Type.Boolean({ description: 'Whether it is an account of the sender' }),
  details: DetailsIn,
}

export const CreateRecipient = input(
  {
    profile: Type.Optional(idIn('profile', 'Whose recipient it is. Default: the personal profile')),
    currency: account.currency,
    type: account.type,
    accountHolderName: Type.Optional(account.accountHolderName),
    ownedByCustomer: Type.Optional(account.ownedByCustomer),
    details: Type.Optional(account.details),
  },
  { title: 'CreateRecipientRequest' },
)

/** Who holds a refund account, as v2 objects and this operation say it. */
const legalEntityTypes = ['PERSON', 'INSTITUTION', 'PRIVATE', 'BUSINESS'] as const

export const CreateRefundRecipient = input(
  {
    profile: idIn('profile', 'Whose recipient it is'),
    currency: account.currency,
    country: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 3,
        description: 'Not needed: the account tells its country',
        examples: ['GB'],
      }),
    ),
    type: account.type,
    legalEntityType: Type.Optional(
      oneOf(legalEntityTypes, 'PERSON when absent; INSTITUTION and BUSINESS say the same'),
    ),
    name: Type.Optional(
      input(
        { fullName: Type.Optional(account.accountHolderName) },
        { description: 'The name of the account holder' },
      ),
    ),
    accountHolderName: Type.Optional(
      Type.String({ description: 'The same as name.fullName', examples: [] }),
    ),
    ownedByCustomer: Type.Optional(account.ownedByCustomer),
    details: Type.Optional(account.details),
  },
  { title: 'CreateRefundRecipientRequest' },
)
export type CreateRefundRecipient = Static<typeof CreateRefundRecipient>

/** The same, as far as it is filled in. */
export const RecipientDraft = input(
  {
    currency: Type.Optional(account.currency),
    type: Type.Optional(account.type),
    accountHolderName: Type.Optional(account.accountHolderName),
    ownedByCustomer: Type.Optional(account.ownedByCustomer),
    details: Type.Optional(account.details),
  },
  { title: 'RecipientFormRequest' },
)

const PAGE_SIZE = 20
const PAGE_SIZE_MAX = 100
const LIST_LENGTH_MAX = 1000

const listOf = (description: string, example: string) =>
  Type.String({ maxLength: LIST_LENGTH_MAX, description, examples: [example] })

export const ListRecipients = input({
  profileId: Type.Optional(idIn('profile', 'Default: the personal profile')),
  profile: Type.Optional(idIn('profile', 'Another spelling of profileId')),
  creatorId: Type.Optional(idIn('user', 'Who added it')),
  currency: Type.Optional(listOf('Comma-separated currencies', 'GBP,EUR')),
  type: Type.Optional(
    identifiers(typeSpellings, listOf('Comma-separated types', 'sort_code,iban')),
  ),
  active: Type.Boolean({
    description: 'Whether to list active recipients or deactivated ones',
    default: true,
  }),
  ownedByCustomer: Type.Optional(Type.Boolean({ description: 'All when absent' })),
  size: Type.Integer({
    default: PAGE_SIZE,
    minimum: 1,
    maximum: PAGE_SIZE_MAX,
    description: 'How many at most',
  }),
  seekPosition: Type.Optional(idIn('recipient', 'The page begins behind this recipient')),
  sort: Type.Optional(
    oneOf(['id,asc', 'id,desc', 'currency,asc', 'currency,desc'], 'The order of the list'),
  ),
})

export const hash = Type.String({
  description: 'SHA-256 that stays the same as long as the name and the details do',
  examples: ['a'.repeat(64)],
})
export const nothing = Type.Null()
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
    id: idOf('recipient'),
    business: nullable(idOf('profile', 'the profile, when it is a business')),
    profile: idOf('profile'),
    accountHolderName: Type.String({ description: 'Full name, or the name of the business' }),
    currency: currencyCode(),
    country: nullable(Type.String({ description: 'ISO 3166-1 alpha-2', examples: ['GB'] })),
    type: account.type,
    details: described(DetailsV1, 'All details; those that the account does not have are null'),
    user: idOf('user', 'who added it'),
    active: Type.Boolean({
      description: 'False once the recipient is deactivated; it cannot be paid then',
    }),
    ownedByCustomer: Type.Boolean({ description: 'Whether it is an account of the sender' }),
    confirmations: described(nothing, 'Always null: names are not checked'),
    hash,
  },
  { title: 'RecipientV1' },
)
export type RecipientV1 = Static<typeof RecipientV1>

export const RecipientsV1 = Type.Array(RecipientV1, { title: 'RecipientV1List' })

/** `profiles` are the caller's: they know which of them is a business. */
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

/** All keys, and both spellings of those that have two. */
function showDetailsV1(details: Details): Record<string, unknown> {
  const address = details['address'] as Readonly<Record<string, string>> | undefined
  const known: Details = {
    ...details,
    ...(details['IBAN'] !== undefined && { iban: details['IBAN'] }),
    ...(details['BIC'] !== undefined && { bic: details['BIC'] }),
  }
  return {
    ...shapeOf(detailKeys, (key) => known[key] ?? null),
    address: address === undefined ? null : showAddress(address),
  }
}

function showAddress(address: Readonly<Record<string, string>>): Record<string, string | null> {
  const known = { ...address, ...(address['country'] && { countryCode: address['country'] }) }
  return shapeOf(addressKeys, (key) => (known as Record<string, string>)[key] ?? null)
}
