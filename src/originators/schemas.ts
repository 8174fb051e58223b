// The originator, and the transfers that have one (A 2.1, D25, Facts 5.1).

import Type, { type Static } from 'typebox'
import { described, idIn, input, nullableText, oneOf, uuid } from '../kernel/wire.ts'
import {
  type Originator,
  showTransfer,
  Transfer,
  TransferDetailsIn,
  type TransferRow,
} from '../transfers/index.ts'

/** The limit of keys (D7). All other texts have the same limit, because names and addresses of recipients have it too. */
const TEXT_CHARACTERS_MAX = 255
/** A choice of this project: more than people have. */
const MIDDLE_NAMES_MAX = 10

// Required fields depend on the type and the country, so they are optional here and checked by `readOriginator`.
const limitedText = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: TEXT_CHARACTERS_MAX, description, examples: [example] }))

const OriginatorName = input(
  {
    givenName: limitedText('The given name; required for a person', 'Nora'),
    middleNames: Type.Optional(
      Type.Array(Type.String({ maxLength: TEXT_CHARACTERS_MAX, examples: ['Jane'] }), {
        maxItems: MIDDLE_NAMES_MAX,
        description: 'The middle names; only for a person',
      }),
    ),
    familyName: limitedText('The family name; required for a person', 'Sample'),
    patronymicName: limitedText('The patronymic name; only for a person', 'Ivanovna'),
    fullName: limitedText(
      'The full name; required for a business. A person without it gets one made of the other names.',
      'Nora Jane Sample',
    ),
  },
  { title: 'OriginatorNameInput', description: 'The name of the customer; required' },
)

const OriginatorAddress = input(
  {
    firstLine: limitedText('Street and number; required', '1 High Street'),
    city: limitedText('City or town; required', 'London'),
    // The example is blank, because GB, the country of the example, has no states.
    stateCode: limitedText('The code of the state; required in US, CA, BR and AU', ''),
    countryCode: limitedText('The country, ISO 3166-1 alpha-2; required', 'GB'),
    postCode: limitedText('Post code', 'SW1A 1AA'),
  },
  {
    title: 'OriginatorAddressInput',
    description: 'The address of the customer; required',
  },
)

const originatorFields = {
  legalEntityType: limitedText(
    'PRIVATE for a person, BUSINESS for a business; required',
    'PRIVATE',
  ),
  reference: limitedText('Your id of this customer; required', 'customer-7'),
  name: Type.Optional(OriginatorName),
  dateOfBirth: limitedText('The date of birth, YYYY-MM-DD; required for a person', '1990-01-31'),
  businessRegistrationCode: limitedText(
    'The registration number; required for a business',
    '12345678',
  ),
  address: Type.Optional(OriginatorAddress),
}

const externalId = limitedText(
  'Another name of the field reference; send one of the two',
  'customer-7',
)

const OriginatorIn = input(
  { ...originatorFields, externalId },
  { title: 'PartnerLicenceOriginatorInput' },
)
export type OriginatorIn = Static<typeof OriginatorIn>

const keyText = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: TEXT_CHARACTERS_MAX,
    description,
    examples: ['payment-7'],
  })

const exampleOriginator = {
  legalEntityType: 'PRIVATE',
  reference: 'customer-7',
  name: { givenName: 'Nora', familyName: 'Sample' },
  dateOfBirth: '1990-01-31',
  address: {
    firstLine: '1 High Street',
    city: 'London',
    countryCode: 'GB',
    postCode: 'SW1A 1AA',
  },
}

const transferKey = keyText(
  'Your id of this transfer, used as its idempotency key: send the same id again to retry',
)

const transferFields = {
  targetAccount: idIn('recipient', 'The recipient to pay'),
  quote: uuid('The quote to use. A quote can be used for one transfer only.'),
  details: Type.Optional(
    described(TransferDetailsIn, 'The fields of the transfer form of the route'),
  ),
}

export const CreateThirdParty = input(
  {
    ...transferFields,
    originalTransferId: transferKey,
    originator: input(originatorFields, {
      description: 'The customer for whom the money is sent',
      title: 'OriginatorInput',
    }),
  },
  {
    title: 'CreateThirdPartyTransferRequest',
    examples: [
      {
        targetAccount: 1,
        quote: '3cf3dd96-903e-473a-9bb4-a5cf93450793',
        originalTransferId: 'payment-7',
        details: { reference: 'Rent' },
        originator: exampleOriginator,
      },
    ],
  },
)

export const CreatePartnerLicence = input(
  {
    ...transferFields,
    sourceAccount: Type.Optional(idIn('recipient', 'The refund recipient')),
    customerTransactionId: transferKey,
    originator: described(OriginatorIn, 'The customer for whom the money is sent'),
  },
  {
    title: 'CreatePartnerLicenceTransferRequest',
    examples: [
      {
        targetAccount: 1,
        quote: '3cf3dd96-903e-473a-9bb4-a5cf93450793',
        customerTransactionId: '3cf3dd96-903e-473a-9bb4-a5cf93450793',
        details: { reference: 'Rent' },
        originator: exampleOriginator,
      },
    ],
  },
)

const OriginatorOut = Type.Object(
  {
    legalEntityType: oneOf(
      ['PRIVATE', 'BUSINESS'],
      'Whether the customer is a person or a business',
    ),
    reference: Type.String({ description: 'Your id of the customer', examples: ['customer-7'] }),
    name: Type.Object(
      {
        givenName: nullableText('Given name of a person', 'Nora'),
        middleNames: Type.Array(Type.String(), {
          description: 'Middle names of a person',
          examples: [['Jane']],
        }),
        familyName: nullableText('Family name of a person', 'Sample'),
        patronymicName: nullableText('Patronymic name of a person', 'Ivanovna'),
        fullName: Type.String({
          description: 'Full name of the person or the business',
          examples: ['Nora Jane Sample'],
        }),
      },
      { description: 'The name of the customer' },
    ),
    dateOfBirth: nullableText('Date of birth of a person, YYYY-MM-DD', '1990-01-31'),
    businessRegistrationCode: nullableText('Registration number of a business', '12345678'),
    address: Type.Object(
      {
        firstLine: Type.String({ description: 'Street and number', examples: ['1 High Street'] }),
        city: Type.String({ description: 'City', examples: ['London'] }),
        stateCode: nullableText('State code, where the country has states', 'NY'),
        countryCode: Type.String({ description: 'ISO 3166-1 alpha-2', examples: ['GB'] }),
        postCode: nullableText('Post code', 'SW1A 1AA'),
      },
      { description: 'The address of the customer' },
    ),
  },
  { title: 'Originator' },
)

// The standard transfer object and the originator (A 2.1, D25).
export const PartnerLicenceTransfer = Type.Object(
  {
    ...Transfer.properties,
    originator: described(OriginatorOut, 'The customer for whom the money is sent'),
  },
  { title: 'PartnerLicenceTransfer' },
)

/** `quote` repeats `quoteUuid`, because clients look for the name that the request has. */
export const ThirdPartyTransfer = Type.Object(
  {
    ...PartnerLicenceTransfer.properties,
    quote: uuid('The quote of the transfer, the same as quoteUuid'),
    originalTransferId: keyText('The idempotency key of the transfer'),
  },
  { title: 'ThirdPartyTransfer' },
)

export function showPartnerLicence(
  transfer: TransferRow,
  now: Temporal.Instant,
): Static<typeof PartnerLicenceTransfer> {
  return { ...showTransfer(transfer, now), originator: showOriginator(transfer.originator) }
}

export function showThirdParty(
  transfer: TransferRow,
  now: Temporal.Instant,
): Static<typeof ThirdPartyTransfer> {
  return {
    ...showPartnerLicence(transfer, now),
    quote: transfer.quoteId,
    originalTransferId: transfer.originalTransferId ?? '',
  }
}

function showOriginator(originator: Originator | null): Static<typeof OriginatorOut> {
  if (originator === null) throw new Error('the transfer has no originator')
  const { name, address } = originator
  return {
    legalEntityType: originator.legalEntityType,
    reference: originator.reference,
    name: {
      givenName: name.givenName ?? null,
      middleNames: [...(name.middleNames ?? [])],
      familyName: name.familyName ?? null,
      patronymicName: name.patronymicName ?? null,
      fullName: name.fullName,
    },
    dateOfBirth: originator.dateOfBirth ?? null,
    businessRegistrationCode: originator.businessRegistrationCode ?? null,
    address: {
      firstLine: address.firstLine,
      city: address.city,
      stateCode: address.stateCode ?? null,
      countryCode: address.countryCode,
      postCode: address.postCode ?? null,
    },
  }
}
