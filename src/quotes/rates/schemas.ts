// Rates, currencies and currency pairs on the wire.

import Type from 'typebox'
import { amountOut, currencyCode, input, instantIn, oneOf } from '../../kernel/wire.ts'
import { groups } from './list-rates.ts'

export const RatesQuery = input({
  source: Type.Optional(currencyCode('Only rates from this currency')),
  target: Type.Optional(currencyCode('Only rates to this currency', { examples: ['EUR'] })),
  time: Type.Optional(instantIn('The rates at this past time instead of now; only without from')),
  from: Type.Optional(
    instantIn('The start of a period whose rates are listed; requires source and target'),
  ),
  to: Type.Optional(instantIn('The end of the period; now when absent. Requires from.')),
  group: Type.Optional(
    oneOf(groups, 'Interval between the rates of the period; requires from. Default: day.'),
  ),
})

export const Rates = Type.Array(
  Type.Object(
    {
      rate: Type.Number({
        description: 'Units of the target currency for one unit of the source currency',
        examples: [1.15074],
      }),
      source: currencyCode(),
      target: currencyCode('ISO 4217 code', { examples: ['EUR'] }),
      time: Type.String({
        description: 'When the rate applied, with the offset +0000 instead of Z',
        examples: ['2026-11-20T10:00:00+0000'],
      }),
    },
    { title: 'Rate' },
  ),
  { title: 'RateList' },
)

export const Currencies = Type.Array(
  Type.Object(
    {
      code: currencyCode(),
      symbol: Type.String({ description: 'The sign of the currency', examples: ['£'] }),
      name: Type.String({ description: 'The name of the currency', examples: ['British Pound'] }),
      countryKeywords: Type.Array(Type.String(), {
        description: 'Codes and names of countries, for searching',
        examples: [['GB', 'GBR', 'United Kingdom']],
      }),
      supportsDecimals: Type.Boolean({ description: 'Whether amounts have decimals' }),
    },
    { title: 'Currency' },
  ),
  { title: 'CurrencyList' },
)

export const CurrencyPairs = Type.Object(
  {
    total: Type.Integer({ description: 'The number of pairs', examples: [1] }),
    sourceCurrencies: Type.Array(
      Type.Object({
        currencyCode: currencyCode(),
        maxInvoiceAmount: amountOut(
          'The greatest of the maximum amounts for the target currencies, in this source currency',
        ),
        targetCurrencies: Type.Array(
          Type.Object({
            currencyCode: currencyCode('ISO 4217 code', { examples: ['EUR'] }),
            minInvoiceAmount: amountOut(
              'The least amount that can be sent, in the source currency',
            ),
            fixedTargetPaymentAllowed: Type.Boolean({
              description: 'Whether a quote may fix the amount that the recipient receives',
            }),
          }),
          { description: 'The currencies that money can be sent to' },
        ),
      }),
      { description: 'The currencies that money can be sent from' },
    ),
  },
  { title: 'CurrencyPairs' },
)
