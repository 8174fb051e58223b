// Request shapes of card orders.

import Type from 'typebox'
import { identifiers } from '../kernel/dialect.ts'
import { pageFields } from '../kernel/pages.ts'
import { amountIn, described, idIn, input, oneOf, optionalText, text } from '../kernel/wire.ts'
import { embossedNameForm, holderNameForm } from './model.ts'

export const ProfileParams = Type.Object({ profileId: idIn('profile') })
export const OrderParams = Type.Object({
  profileId: idIn('profile'),
  cardOrderId: idIn('card-order'),
})

export const PageQuery = input(pageFields)

/** Every field is optional here, because `checkAddress` reports a missing field together with all other violations. */
const addressIn = {
  firstLine: optionalText(
    'Street and number, required except in Brazil; up to 30 characters',
    '1 High Street',
  ),
  secondLine: optionalText('Up to 30 characters; ignored in Brazil', 'Flat 2'),
  thirdLine: optionalText('Up to 30 characters; ignored in Brazil', 'Old Mill'),
  city: optionalText('Required; up to 30 characters', 'London'),
  postCode: optionalText(
    'Post code, required; up to 10 characters, 8 digits in Brazil',
    'SW1A 1AA',
  ),
  state: optionalText(
    'In US, CA, AU and BR the code of the state, required; elsewhere optional, up to 30 characters',
    'NY',
  ),
  country: optionalText('ISO 3166-1 alpha-2, required', 'GB'),
  addressNumber: optionalText(
    'Brazil only, required there: number in the street; up to 6 characters',
    '1578',
  ),
  address: optionalText(
    'Brazil only, required there: street; up to 100 characters',
    'Avenida Paulista',
  ),
  district: optionalText(
    'Brazil only, required there: district; up to 80 characters',
    'Bela Vista',
  ),
  complement: optionalText(
    'Brazil only: addition to the address, such as the flat; up to 28 characters',
    'Apto 12',
  ),
}

const addressExample = {
  firstLine: '1 High Street',
  city: 'London',
  postCode: 'SW1A 1AA',
  country: 'GB',
}

export const AddressToValidate = input(addressIn, {
  title: 'ValidateCardAddressRequest',
  examples: [addressExample],
})

const OrderAddress = input(addressIn, { title: 'CardOrderAddressInput' })

export const NewOrder = input(
  {
    program: identifiers(
      ['CARD_NETWORK_A', 'CARD_NETWORK_B'],
      text(
        'Name of a card program that is available to the profile',
        'CARD_NETWORK_A_DEBIT_CONSUMER_UK_1_CARDS_API',
      ),
    ),
    cardHolderName: text(holderNameForm, 'Robin Godwit'),
    embossedName: optionalText(
      `Name on a physical card, which requires it; ignored for a virtual one; ${embossedNameForm}`,
      'ROBIN GODWIT',
    ),
    phoneNumber: text('+ with country code and number', '+447700900123'),
    address: Type.Optional(
      described(
        OrderAddress,
        'Where a physical card is sent; the billing address of a virtual one. Required unless billingAddress is sent.',
      ),
    ),
    billingAddress: Type.Optional(
      described(
        OrderAddress,
        'The name that older clients use for address. If both are sent, they must be equal.',
      ),
    ),
    lifetimeLimit: Type.Optional(
      amountIn(
        'The most that can be spent with the card, in whole units of its currency; 0, the default, blocks all payments',
        { examples: [1000] },
      ),
    ),
    deliveryOption: Type.Optional(
      oneOf(
        ['POSTAL_SERVICE_STANDARD', 'POSTAL_SERVICE_WITH_TRACKING', 'KIOSK_COLLECTION'],
        'How a physical card should be sent; the value has no effect, except that KIOSK_COLLECTION is refused',
      ),
    ),
    cardHolderProfileId: Type.Optional(
      idIn('profile', 'Not supported: an order with it is refused', { examples: [] }),
    ),
    replacementDetails: Type.Optional(
      input(
        {
          cardToken: optionalText('The card to replace', '3cf3dd96-903e-473a-9bb4-a5cf93450793'),
          reason: optionalText('Why the card is replaced', 'CARD_DAMAGED'),
        },
        { description: 'Not supported: an order with it is refused', examples: [] },
      ),
    ),
  },
  {
    title: 'CreateCardOrderRequest',
    examples: [
      {
        program: 'CARD_NETWORK_A_DEBIT_CONSUMER_UK_1_CARDS_API',
        cardHolderName: 'Robin Godwit',
        phoneNumber: '+447700900123',
        address: addressExample,
        lifetimeLimit: 1000,
      },
    ],
  },
)

export const NewStatus = input(
  {
    status: oneOf(
      ['CANCELLED', 'COMPLETED'],
      'CANCELLED cancels the order and blocks its card; COMPLETED (deprecated) activates its physical card',
    ),
  },
  { title: 'ChangeCardOrderStatusRequest', examples: [{ status: 'CANCELLED' }] },
)
