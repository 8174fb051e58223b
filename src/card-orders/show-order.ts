// The replies for card orders, their programs and requirements, and for checks of an address.

import Type, { type Static } from 'typebox'
import {
  CardAddress,
  CardProgramShape,
  cardTypes,
  showAddress,
  showProgram,
} from '../cards/index.ts'
import { idOut } from '../kernel/ids.ts'
import { money, toWire } from '../kernel/money.ts'
import type { Settings } from '../kernel/settings.ts'
import {
  described,
  instantOut,
  nullable,
  oneOf,
  text,
  toMillisecond,
  uuid,
} from '../kernel/wire.ts'
import { deliveryDetails, deliveryEstimate } from './model.ts'
import { statusOf } from './moves/move-order.ts'
import { type Requirement, requirementStatuses, requirementTypes } from './requirements.ts'
import { cardOrderStates } from './states.ts'
import type { CardOrderRow } from './store.ts'

type ProgramRow = Pick<CardOrderRow, 'program' | 'network' | 'currency' | 'type'>

export const Availability = Type.Object(
  {
    cardPrograms: Type.Array(CardProgramShape, {
      description: 'The programs that the profile may order now; empty when it may order no card',
    }),
  },
  { title: 'CardProgramAvailability' },
)

export function showAvailability(
  programs: readonly ProgramRow[],
  settings: Settings,
): Static<typeof Availability> {
  return { cardPrograms: programs.map((program) => showProgram(program, settings)) }
}

const { phoneNumber: _, ...addressFields } = CardAddress.properties

const AddressOut = Type.Object(addressFields, { title: 'CardOrderAddress' })

const DeliveryDetailsOut = Type.Object(
  {
    deliveryVendor: text('The courier that delivers the card', 'Sample Courier'),
    trackingUrl: text(
      'The URL at which the delivery can be followed',
      'https://courier.example.com/track/SC0000000001',
    ),
    trackingNumber: text('Tracking number of the delivery', 'SC0000000001'),
  },
  { title: 'CardDeliveryDetails' },
)

export const CardOrder = Type.Object(
  {
    id: idOut('card-order'),
    profileId: idOut('profile'),
    clientId: text(
      'Key of the application that ordered the card, or `personal` when a personal token ordered it',
      'personal',
    ),
    cardProgram: described(CardProgramShape, 'The program of the card'),
    address: described(AddressOut, 'Delivery address, or billing address of a virtual card'),
    billingAddress: nullable(
      described(
        CardAddress,
        'For a virtual card, `address` with the phone number; null for a physical card',
      ),
    ),
    cardType: oneOf(cardTypes, 'Deprecated: read cardProgram.cardType'),
    cardToken: nullable(
      uuid(
        'The card token, which identifies the card in request paths; null until the card is issued',
      ),
    ),
    replacesCard: Type.Null({ description: 'Always null: replacements are not supported' }),
    creationTime: instantOut('When the card was ordered'),
    modificationTime: instantOut('When the order last changed'),
    status: oneOf(cardOrderStates.states, 'The status of the order'),
    cardHolderName: text('The person who will use the card', 'Robin Godwit'),
    embossedName: nullable(text('Name on a physical card; null for a virtual one', 'ROBIN GODWIT')),
    phoneNumber: text('Phone number with the country code', '+447700900123'),
    lifetimeLimit: Type.Number({
      description: 'The lifetime limit that the card gets when it is issued, in its currency',
      examples: [1000],
    }),
    deliveryEstimate: instantOut(
      'When the card is expected to arrive; for a virtual card, when it was ordered',
    ),
    deliveryDetails: nullable(
      described(
        DeliveryDetailsOut,
        'The delivery of a produced physical card; null for other orders and where no courier reports it',
      ),
    ),
  },
  { title: 'CardOrder' },
)

export function showOrder(
  order: CardOrderRow,
  { now, settings }: { readonly now: Temporal.Instant; readonly settings: Settings },
): Static<typeof CardOrder> {
  const address = showAddress(order.address)
  const isPhysical = order.type === 'PHYSICAL'
  const status = statusOf(order)
  return {
    id: order.id,
    profileId: order.profileId,
    clientId: order.clientId,
    cardProgram: showProgram(order, settings),
    address,
    billingAddress: isPhysical ? null : { ...address, phoneNumber: order.phoneNumber },
    cardType: order.type,
    cardToken: order.cardToken,
    replacesCard: null,
    creationTime: toMillisecond(order.createdAt),
    modificationTime: toMillisecond(order.modifiedAt),
    status,
    cardHolderName: order.cardHolderName,
    embossedName: order.embossedName,
    phoneNumber: order.phoneNumber,
    lifetimeLimit: toWire(money(order.lifetimeLimitMinor, order.currency)),
    deliveryEstimate: toMillisecond(estimateOf(order, now)),
    deliveryDetails: deliveryDetails({ ...order, status }),
  }
}

/**
 * When the card arrives; a virtual card arrives at once. The estimate for an order whose requirements are not fulfilled assumes
 * that they are fulfilled now (C 2.2) or, after a cancellation, that they were fulfilled when the order was cancelled (gap 705).
 */
function estimateOf(order: CardOrderRow, now: Temporal.Instant): Temporal.Instant {
  if (order.type !== 'PHYSICAL') return order.createdAt
  const from = order.status === 'PLACED' ? now : order.modifiedAt
  return order.deliveryEstimate ?? deliveryEstimate(order, from)
}

export const CardOrderPage = Type.Object(
  {
    totalCount: Type.Integer({
      description: 'The number of orders of the profile',
      examples: [1],
    }),
    cardOrders: Type.Array(CardOrder, { description: 'The orders of the page, oldest first' }),
  },
  { title: 'CardOrderPage' },
)

export const Requirements = Type.Object(
  {
    requirements: Type.Array(
      Type.Object({
        type: oneOf(requirementTypes, 'The kind of the requirement'),
        status: oneOf(requirementStatuses, 'The status of the requirement'),
      }),
      {
        description: 'Only VERIFICATION delays the card; without a PIN, the card gets a random one',
      },
    ),
  },
  { title: 'CardOrderRequirements' },
)

export function showRequirements(
  requirements: readonly Requirement[],
): Static<typeof Requirements> {
  return { requirements: [...requirements] }
}

export const AddressFaults = Type.Object(
  {
    errors: Type.Array(
      Type.Object({
        field: text('Name of the field', 'city'),
        message: text('The fault of the field', 'Required Field'),
      }),
      { description: 'Empty when the address is accepted' },
    ),
  },
  { title: 'CardAddressValidation' },
)
