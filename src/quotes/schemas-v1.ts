// The shapes of quotes of version 1 on the wire (D107).

import Type from 'typebox'
import { idOut } from '../kernel/ids.ts'
import { amountOut, currencyCode, idIn, input, instantOut, oneOf, uuid } from '../kernel/wire.ts'
import { quoteTypesV1 } from './quote-numbers.ts'
import { amounts, estimatedDelivery, orderFields, rate } from './schemas.ts'

const TYPES = 'BALANCE_PAYOUT is paid from a balance, BALANCE_CONVERSION is between balances'

export const QuoteInV1 = input(
  {
    profile: idIn('profile', 'The sender'),
    source: orderFields.sourceCurrency,
    target: orderFields.targetCurrency,
    rateType: Type.Optional(oneOf(['FIXED'], 'Always FIXED')),
    sourceAmount: orderFields.sourceAmount,
    targetAmount: orderFields.targetAmount,
    type: Type.Optional(oneOf(quoteTypesV1, `${TYPES}. Default: REGULAR.`)),
  },
  { title: 'CreateQuoteV1Request' },
)

/** Version 1 shows only the option that a transfer of the quote uses. */
export const QuoteOutV1 = Type.Object(
  {
    id: idOut('quote', 'The number of the quote, for `quote` of POST /v1/transfers'),
    uuid: uuid('The id of the same quote in later versions'),
    profile: idOut('profile', 'The sender'),
    createdByUserId: idOut('user', 'The user who created the quote'),
    source: currencyCode(),
    target: currencyCode('ISO 4217 code', { examples: ['EUR'] }),
    ...amounts,
    type: oneOf(quoteTypesV1, TYPES),
    rate,
    rateType: oneOf(['FIXED'], 'Always FIXED'),
    createdTime: instantOut('When the quote was created'),
    deliveryEstimate: estimatedDelivery,
    fee: amountOut('The whole fee, in the source currency'),
    allowedProfileTypes: Type.Array(oneOf(['PERSONAL', 'BUSINESS']), {
      description: 'The types of profiles that can use the quote',
    }),
    guaranteedTargetAmount: Type.Boolean({ description: 'Always false' }),
    ofSourceAmount: Type.Boolean({
      description: 'Whether the request contained the source amount',
    }),
  },
  { title: 'QuoteV1' },
)
