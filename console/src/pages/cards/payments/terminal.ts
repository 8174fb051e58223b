// The payment that a merchant's terminal sends.

import type { SimulateCardAuthorisationRequest } from '@godwit/sdk'

type Pos = SimulateCardAuthorisationRequest['pos']

/** How the terminal reads the card. */
export const posOptions: readonly { readonly value: Pos; readonly label: string }[] = [
  { value: 'E_COMMERCE', label: 'Online payment' },
  { value: 'CHIP_AND_PIN', label: 'Chip and PIN' },
  { value: 'CONTACTLESS_CARD', label: 'Contactless card' },
  { value: 'MAGNETIC_STRIPE', label: 'Magnetic stripe' },
  { value: 'MOBILE_WALLET', label: 'Mobile wallet' },
  { value: 'MINIMAL', label: 'Number typed by the merchant' },
]

export const kinds = [
  { value: 'GOODS_AND_SERVICES', label: 'Purchase' },
  { value: 'CASH_WITHDRAWAL', label: 'Cash withdrawal' },
] as const

export const merchantFields = [
  { name: 'name', label: 'Merchant' },
  { name: 'city', label: 'City' },
  { name: 'country', label: 'Country' },
  { name: 'merchantCategoryCode', label: 'Category code' },
] as const

export type TerminalPayment = {
  readonly pos: Pos
  readonly kind: (typeof kinds)[number]['value']
  readonly amount: string
  readonly currency: string
  readonly merchant: Readonly<Record<(typeof merchantFields)[number]['name'], string>>
}

export const samplePayment = (currency: string): TerminalPayment => ({
  pos: 'E_COMMERCE',
  kind: 'GOODS_AND_SERVICES',
  amount: '25.50',
  currency,
  merchant: { name: 'Corner Shop', city: 'London', country: 'GB', merchantCategoryCode: '5411' },
})

/** Every card of a sandbox has these verification codes. The simulation accepts any four digits as the PIN. */
const codes = { pin: '1234', cvv1: '123', icvv: '456', cvv2: '789' }

/** The request of a payment. Empty fields of the merchant are not sent. */
export function authorisationOf(
  { pos, kind, amount, currency, merchant }: TerminalPayment,
  pan: string,
): SimulateCardAuthorisationRequest {
  return {
    pos,
    transactionType: kind,
    // The amount is sent as text, although the type is a number: the service accepts decimal text, and explains what is
    // wrong with other text.
    amount: { value: amount as unknown as number, currency },
    acquirer: Object.fromEntries(Object.entries(merchant).filter(([, value]) => value !== '')),
    cardData: { pan, ...codes },
  }
}
