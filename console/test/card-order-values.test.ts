// The values with which the form of a card order begins.

import type { Profile } from '@godwit/sdk'
import { expect, it } from 'vitest'
import { checkAddress } from '../../src/card-orders/addresses/check-address.ts'
import { addressOf, initialOrderValues } from '../src/pages/cards/orders/order.ts'

const profileWith = (address: Partial<NonNullable<Profile['address']>> | null) =>
  ({ address, contactDetails: {}, fullName: 'Nora Sample' }) as Profile

const leeds = { addressFirstLine: '7 Mill Lane', city: 'Leeds', postCode: 'LS1 4AP' }
const saoPaulo = { addressFirstLine: 'Avenida Paulista', city: 'São Paulo', postCode: '01310-100' }

it.each([
  ['without an address', null, '1 High Street'],
  ['in the United Kingdom', { ...leeds, countryIso2Code: 'GB' }, '7 Mill Lane'],
  ['in Brazil', { ...saoPaulo, countryIso2Code: 'BR', stateCode: 'SP' }, 'Avenida Paulista, 1'],
])(
  'a profile %s can order a card to the address that the form begins with',
  (_, address, firstLine) => {
    const checked = checkAddress(addressOf(initialOrderValues(profileWith(address))))
    expect(checked).toMatchObject({ faults: [], address: { firstLine } })
  },
)
