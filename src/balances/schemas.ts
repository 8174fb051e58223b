// Request and reply shapes of balances.

import Type, { type Static } from 'typebox'
import { idOut } from '../kernel/ids.ts'
import { toWireWithCurrency } from '../kernel/money.ts'
import {
  amountField,
  currencyCode,
  input,
  instantOut,
  nullable,
  oneOf,
  toMicrosecond,
} from '../kernel/wire.ts'
import { balanceTypes } from './model.ts'
import type { ShownBalance } from './store.ts'

/** In characters; a choice of this project. */
const NAME_LENGTH_MAX = 100
/** In characters, because an emoji may be composed of several; a choice of this project. */
const ICON_LENGTH_MAX = 16

const emoji = { maxLength: ICON_LENGTH_MAX, examples: ['🏖️'] }

/** One schema for both forms (gap 261). With a union of two schemas, one mistake would be reported three times. */
const Icon = Type.Unsafe<string | { readonly value: string }>({
  description: 'An emoji, or the same as an object: {"type": "EMOJI", "value": "🏖️"}',
  type: ['string', 'object'],
  ...emoji,
  properties: {
    type: { type: 'string', enum: ['EMOJI'], description: 'Always EMOJI' },
    value: { type: 'string', description: 'The emoji', ...emoji },
  },
  required: ['value'],
})

export const CreateBalance = input(
  {
    currency: currencyCode('One of the currencies that balances can be held in'),
    type: oneOf(balanceTypes, 'At most one STANDARD balance is open per currency'),
    name: Type.Optional(
      Type.String({
        description: 'Required for SAVINGS',
        maxLength: NAME_LENGTH_MAX,
        examples: ['Holidays'],
      }),
    ),
    icon: Type.Optional(Icon),
  },
  {
    title: 'CreateBalanceRequest',
    examples: [{ currency: 'GBP', type: 'SAVINGS', name: 'Holidays' }],
  },
)

/** The emoji of an icon in either form; null without an icon. */
export function iconOf(icon: Static<typeof Icon> | undefined): string | null {
  return (typeof icon === 'object' ? icon.value : icon) ?? null
}

const TYPES = `(?:${balanceTypes.join('|')})`

export const ListBalances = Type.Object({
  types: Type.String({
    description: 'At least one of STANDARD and SAVINGS, separated by commas',
    pattern: `^${TYPES}(?:,${TYPES})*$`,
    examples: ['STANDARD,SAVINGS'],
  }),
})

export const Balance = Type.Object(
  {
    id: idOut('balance'),
    currency: currencyCode(),
    amount: amountField('The amount that is available'),
    reservedAmount: amountField('The amount that card payments in progress hold'),
    cashAmount: amountField('The amount held as cash: available and reserved'),
    totalWorth: amountField('Cash and investments together'),
    type: oneOf(
      balanceTypes,
      'STANDARD is the main balance of its currency, SAVINGS is money set aside',
    ),
    name: nullable(
      Type.String({
        description: 'The name; null for a STANDARD balance that was opened without one',
        examples: ['Holidays'],
      }),
    ),
    icon: nullable(Type.String({ description: 'An emoji; null without an icon', examples: ['🏖️'] })),
    investmentState: oneOf(
      ['NOT_INVESTED', 'INVESTED', 'DIVESTING', 'UNKNOWN'],
      'Always NOT_INVESTED: balances hold cash only',
    ),
    creationTime: instantOut('When the balance was opened'),
    modificationTime: instantOut(
      'When the balance was opened or closed, or money last moved on it',
    ),
    visible: Type.Boolean({ description: 'False once the balance is closed' }),
    primary: Type.Boolean({ description: 'Whether this is the STANDARD balance of its currency' }),
    groupId: nullable(Type.Integer({ description: 'Always null: balances are not grouped' })),
    recipientId: idOut(
      'recipient',
      "Recipient of type balance: a transfer to it arrives on the STANDARD balance of the transfer's target currency",
    ),
  },
  { title: 'Balance' },
)

export const Balances = Type.Array(Balance, { title: 'BalanceList' })

export function showBalance(row: ShownBalance): Static<typeof Balance> {
  const { availableMinor, heldMinor, currency } = row
  const cash = toWireWithCurrency({ minor: availableMinor + heldMinor, currency })
  return {
    id: row.id,
    currency,
    amount: toWireWithCurrency({ minor: availableMinor, currency }),
    reservedAmount: toWireWithCurrency({ minor: heldMinor, currency }),
    cashAmount: cash,
    totalWorth: cash,
    type: row.type,
    name: row.name,
    icon: row.icon,
    investmentState: 'NOT_INVESTED',
    creationTime: toMicrosecond(row.createdAt),
    modificationTime: toMicrosecond(row.modifiedAt),
    visible: row.state === 'OPEN',
    primary: row.type === 'STANDARD',
    groupId: null,
    recipientId: row.recipientId,
  }
}
