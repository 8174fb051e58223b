// Request and reply shapes of cards.

import Type, { type Static } from 'typebox'
import type { Context } from '../kernel/context.ts'
import { identifiers, inForm } from '../kernel/dialect.ts'
import { idOut } from '../kernel/ids.ts'
import { toWire } from '../kernel/money.ts'
import { pageFields } from '../kernel/pages.ts'
import type { Settings } from '../kernel/settings.ts'
import {
  amountOut,
  currencyCode,
  dayOf,
  idIn,
  input,
  instantOut,
  nullable,
  oneOf,
  toSecond,
  uuid,
} from '../kernel/wire.ts'
import { settableStatuses } from './change-status.ts'
import { type CardProgram, programName } from './issue/programs.ts'
import { cardTypes, statusAt } from './model.ts'
import { cardStates } from './states.ts'
import type { BillingAddress, CardRow } from './store.ts'

declare module '../kernel/dialect.ts' {
  interface DialectOptions {
    readonly cardStatus: readonly ['text', 'object']
  }
}

export const ProfileParams = Type.Object({ profileId: idIn('profile') })
export const CardParams = Type.Object({
  profileId: idIn('profile'),
  cardToken: uuid('The token of the card'),
})

export const PageQuery = input(pageFields)

export const CardProgramShape = Type.Object(
  {
    name: identifiers(
      ['CARD_NETWORK_A', 'CARD_NETWORK_B'],
      Type.String({
        description: 'The name of the program',
        examples: ['CARD_NETWORK_A_DEBIT_CONSUMER_UK_1_CARDS_API'],
      }),
    ),
    scheme: identifiers(
      ['CARD_NETWORK_A', 'CARD_NETWORK_B'],
      Type.String({ description: 'The card network', examples: ['CARD_NETWORK_A'] }),
    ),
    defaultCurrency: currencyCode('The currency in which cards of the program have their limits'),
    cardType: oneOf(cardTypes, 'Whether cards of the program are virtual or physical'),
  },
  { title: 'CardProgram', description: 'A card product: a card network, a type and a region' },
)

export function showProgram(
  program: CardProgram,
  settings: Settings,
): Static<typeof CardProgramShape> {
  return {
    name: programName(program, settings),
    scheme: settings.cardNetworks[program.network],
    defaultCurrency: program.currency,
    cardType: program.type,
  }
}

const addressText = (description: string, example: string) =>
  nullable(Type.String({ description, examples: [example] }))

const brazilianText = (description: string, example: string) =>
  Type.Optional(addressText(`Brazil: ${description}`, example))

export const CardAddress = Type.Object(
  {
    country: addressText('ISO 3166-1 code of two letters', 'GB'),
    city: addressText('City', 'London'),
    postCode: addressText('Postal code', 'E1 6AN'),
    firstLine: addressText('Street and number', '1 Sample Street'),
    secondLine: addressText('Second line', 'Flat 2'),
    thirdLine: addressText('Third line', 'Building C'),
    state: addressText('State, where the country has states', 'CA'),
    phoneNumber: addressText('Phone number', '+447700900123'),
    address: brazilianText('street', 'Avenida Paulista'),
    addressNumber: brazilianText('number in the street', '1000'),
    district: brazilianText('district', 'Bela Vista'),
    complement: brazilianText('addition to the address, such as the flat', 'Apto 12'),
  },
  { title: 'CardAddress', description: 'The address of the card holder' },
)

export const Card = Type.Object(
  {
    id: idOut('card'),
    profileId: idOut('profile'),
    clientId: Type.String({
      description:
        'Key of the application that ordered the card, or `personal` when a personal token ordered it',
      examples: ['sandbox-partner'],
    }),
    cardProgram: CardProgramShape,
    billingAddress: CardAddress,
    cardType: oneOf(cardTypes, 'The same as cardProgram.cardType; deprecated'),
    cardToken: uuid('The card token, which identifies the card in request paths'),
    replacesCard: nullable(Type.String({ description: 'Always null: no card replaces another' })),
    creationTime: instantOut('When the card was issued'),
    modificationTime: instantOut('When the card last changed'),
    status: inForm(
      'cardStatus',
      oneOf(
        cardStates.states,
        'Only an ACTIVE card can be used; a card that is BLOCKED, EXPIRED or PURGED can never be used again',
      ),
    ),
    cardHolderName: Type.String({
      description: 'The name of the holder, as on the card',
      examples: ['Nora Sample'],
    }),
    phoneNumber: Type.String({
      description: 'The phone number of the holder (E.164)',
      examples: ['+447700900123'],
    }),
    lifetimeLimit: nullable(
      amountOut(
        'The most that can be spent with the card over its lifetime, in the default currency of the program; null: no limit',
      ),
    ),
    token: uuid('The same as cardToken'),
    expiryDate: Type.String({
      format: 'date',
      description: 'The last day on which the card can be used',
      examples: ['2031-11-30'],
    }),
    lastFourDigits: Type.String({
      description: 'The last four digits of the card number',
      examples: ['1234'],
    }),
    bankIdentificationNumber: Type.String({
      description: 'The first six digits of the card number',
      examples: ['999910'],
    }),
    unlockSpendingPermissions: oneOf(
      ['NONE', 'WITH_PARTNER_API'],
      'WITH_PARTNER_API while permissions are locked until the status is set to ACTIVE',
    ),
  },
  { title: 'Card' },
)

export function showCard(
  card: CardRow,
  { settings, now }: Pick<Context, 'settings' | 'now'>,
): Static<typeof Card> {
  const { id, profileId, clientId, token, cardHolderName, phoneNumber } = card
  const { billingAddress, lifetimeLimitMinor: minor, currency, expiresAt } = card
  return {
    id,
    profileId,
    clientId,
    cardProgram: showProgram(card, settings),
    billingAddress: { ...showAddress(billingAddress), phoneNumber },
    cardType: card.type,
    cardToken: token,
    replacesCard: null,
    creationTime: toSecond(card.createdAt),
    modificationTime: toSecond(card.modifiedAt),
    status: statusAt(card, now),
    cardHolderName,
    phoneNumber,
    lifetimeLimit: minor === null ? null : toWire({ minor, currency }),
    token,
    expiryDate: dayOf(expiresAt).subtract({ days: 1 }).toString(),
    lastFourDigits: card.lastDigits,
    bankIdentificationNumber: card.bin,
    unlockSpendingPermissions: card.lockedPermissions.length > 0 ? 'WITH_PARTNER_API' : 'NONE',
  }
}

/**
 * The lines of an address, as in every reply. A line that the address does not have is null; the lines that only Brazilian
 * addresses have are absent from other addresses.
 */
export function showAddress({
  country,
  city,
  postCode,
  firstLine,
  secondLine,
  thirdLine,
  state,
  ...brazilian
}: BillingAddress) {
  return {
    country: country ?? null,
    city: city ?? null,
    postCode: postCode ?? null,
    firstLine: firstLine ?? null,
    secondLine: secondLine ?? null,
    thirdLine: thirdLine ?? null,
    state: state ?? null,
    ...brazilian,
  }
}

export const CardList = Type.Object(
  {
    totalCount: Type.Integer({
      description: 'The number of cards on all pages',
      examples: [1],
    }),
    cards: Type.Array(Card, {
      description: 'The cards of the page in the order in which they were issued',
    }),
  },
  { title: 'CardList' },
)

export const UpdateCardStatus = input(
  {
    status: oneOf(
      settableStatuses,
      'ACTIVE: the card can be used. FROZEN: every authorisation is declined. BLOCKED: every authorisation is declined, and this cannot be undone.',
    ),
  },
  { title: 'UpdateCardStatusRequest', examples: [{ status: 'FROZEN' }] },
)
