// The order of a virtual card.

import type { CreateCardOrderRequest } from '@godwit/sdk'

export const fields = [
  { name: 'cardHolderName', label: 'Name of the holder', path: 'cardHolderName' },
  { name: 'phoneNumber', label: 'Phone number', path: 'phoneNumber' },
  { name: 'firstLine', label: 'Street and number', path: 'address.firstLine' },
  { name: 'city', label: 'City', path: 'address.city' },
  { name: 'postCode', label: 'Post code', path: 'address.postCode' },
  { name: 'state', label: 'State (where there are states)', path: 'address.state' },
  { name: 'country', label: 'Country (two letters)', path: 'address.country' },
  { name: 'lifetimeLimit', label: 'Lifetime limit', path: 'lifetimeLimit' },
] as const

export type OrderValues = Readonly<Record<(typeof fields)[number]['name'], string>>

export const sampleOrder = (cardHolderName: string): OrderValues => ({
  cardHolderName,
  phoneNumber: '+447700900123',
  firstLine: '1 High Street',
  city: 'London',
  postCode: 'SW1A 1AA',
  state: '',
  country: 'GB',
  lifetimeLimit: '1000',
})

/** Empty fields are not sent. */
export function orderBody(program: string, values: OrderValues): CreateCardOrderRequest {
  const { cardHolderName, phoneNumber, lifetimeLimit, ...lines } = values
  const address = Object.fromEntries(Object.entries(lines).filter(([, value]) => value !== ''))
  return {
    program,
    cardHolderName,
    phoneNumber,
    address,
    // What is no number is sent as it is, so that the service explains it.
    ...(lifetimeLimit !== '' && { lifetimeLimit: lifetimeLimit as unknown as number }),
  }
}
