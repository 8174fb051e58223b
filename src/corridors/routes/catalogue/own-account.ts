// The provider, and its account for currencies without a local account.

import type { Address, PayInAccount } from './entry.ts'

/** The holder of every account that customers pay into. */
export const provider: { readonly name: string; readonly address: Address } = {
  name: 'Godwit Payments Ltd',
  address: { firstLine: '1 Tideway Walk', postCode: 'SE16 7GW', city: 'London', country: 'GB' },
}

/** The account for currencies without a local account. Payments arrive through correspondent banks. */
export const multiCurrencyAccount: PayInAccount = {
  bankName: 'Estuary Bank plc',
  bankAddress: {
    firstLine: '12 Saltmarsh Lane',
    postCode: 'EC3R 6GW',
    city: 'London',
    country: 'GB',
  },
  iban: 'GB84GDWT09019974206326',
  beneficiaryBankBIC: 'GDWTGB2LXXX',
  intermediaryBankBIC: 'GDWTUS33XXX',
}
