// The fields of a card order in the console, and the request that they make.

import type { CardProgram, CreateCardOrderRequest, Profile } from '@godwit/sdk'
import { EMBOSSED_NAME_LENGTH_MAX } from '../../../../../src/card-orders/name-lengths.ts'

type CardType = CardProgram['cardType']

/** `path` is the path of the value in the request. */
export type OrderField = { readonly path: string; readonly label: string }

/** The values of fields, by the paths of the fields. */
type OrderValues = Readonly<Record<string, string>>

const field = (path: string, label: string): OrderField => ({ path, label })

const commonFields = [
  field('cardHolderName', 'Name of the holder'),
  field('phoneNumber', 'Phone number'),
  field('lifetimeLimit', 'Lifetime limit'),
]

export const orderFieldsOf = (cardType: CardType): readonly OrderField[] =>
  cardType === 'PHYSICAL'
    ? [field('embossedName', 'Name on the card'), ...commonFields]
    : commonFields

const countryField = field('address.country', 'Country (two letters)')
const localityFields = [
  field('address.city', 'City'),
  field('address.postCode', 'Post code'),
  field('address.state', 'State (where there are states)'),
]

/** Addresses in Brazil have other fields. */
export const addressFieldsOf = (values: OrderValues): readonly OrderField[] =>
  values[countryField.path]?.trim().toUpperCase() === 'BR'
    ? [
        countryField,
        field('address.address', 'Street'),
        field('address.addressNumber', 'Number'),
        field('address.complement', 'Flat'),
        field('address.district', 'District'),
        ...localityFields,
      ]
    : [
        countryField,
        field('address.firstLine', 'Street and number'),
        field('address.secondLine', 'Second line'),
        ...localityFields,
      ]

export const deliveryOptions = [
  { value: 'POSTAL_SERVICE_STANDARD', label: 'By post' },
  { value: 'POSTAL_SERVICE_WITH_TRACKING', label: 'By post, with tracking' },
] as const
export type DeliveryOption = (typeof deliveryOptions)[number]['value']

/**
 * The values with which the form begins: those of the profile, and examples for values that the profile does not have. A post code
 * or a state that is absent from the address of the profile stays empty.
 */
export function initialOrderValues({ address, contactDetails, fullName }: Profile): OrderValues {
  const street = address?.addressFirstLine ?? '1 High Street'
  return {
    cardHolderName: fullName,
    embossedName: fullName.toUpperCase().slice(0, EMBOSSED_NAME_LENGTH_MAX),
    phoneNumber: contactDetails.phoneNumber ?? '+447700900123',
    lifetimeLimit: '1000',
    'address.firstLine': street,
    'address.address': street,
    'address.addressNumber': '1',
    'address.district': 'Centro',
    'address.city': address?.city ?? 'London',
    // Some countries have no post codes.
    'address.postCode': (address ? address.postCode : 'SW1A 1AA') ?? '',
    'address.state': address?.stateCode ?? '',
    'address.country': address?.countryIso2Code ?? 'GB',
  }
}

export function addressOf(values: OrderValues): Readonly<Record<string, string>> {
  return valuesIn(addressFieldsOf(values), values, 'address.')
}

type OrderInput = {
  readonly program: CardProgram
  readonly values: OrderValues
  readonly deliveryOption: DeliveryOption
}

export function orderBody({ program, values, deliveryOption }: OrderInput): CreateCardOrderRequest {
  const isPhysical = program.cardType === 'PHYSICAL'
  return {
    program: program.name,
    // The request is sent even when the limit is not a number or a name is missing: the service explains what is wrong.
    ...(valuesIn(orderFieldsOf(program.cardType), values) as unknown as Pick<
      CreateCardOrderRequest,
      'cardHolderName' | 'phoneNumber' | 'lifetimeLimit'
    >),
    address: addressOf(values),
    ...(isPhysical && { deliveryOption }),
  }
}

/** The values that are not empty, by the paths of their fields without `prefix`. */
function valuesIn(fields: readonly OrderField[], values: OrderValues, prefix = '') {
  return Object.fromEntries(
    fields.flatMap(({ path }) => (values[path] ? [[path.slice(prefix.length), values[path]]] : [])),
  )
}
