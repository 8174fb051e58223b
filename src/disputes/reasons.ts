// Why a customer disputes a payment: one table of reasons. The list of reasons, the decisions of the dynamic flow and
// the check of a submitted dispute follow from this table (C 2.8, Facts 14.2, D79).

/** Every reason with which a dispute can be submitted. Stored, so a code is never renamed. */
export const disputeCodes = [
  'ATM_DISPENSED_NO_FUNDS',
  'WRONG_AMOUNT',
  'TROUBLE_WITH_GOODS_SERVICES',
  'NEVER_ARRIVED',
  'CANCELLED_ORDER',
  'NOT_AS_EXPECTED',
  'SCAM',
  'MERCHANT_CHARGED_AGAIN',
  'PAID_TWICE',
  'UNEXPECTEDLY_CHARGED_AGAIN',
  'UNWANTED_SUBSCRIPTION',
  'NO_REFUND',
  'CARD_POSSESSION',
  'CARD_NO_POSSESSION',
] as const
export type DisputeCode = (typeof disputeCodes)[number]

/** `UNAUTHORIZED` groups other reasons. A dispute cannot be submitted with this reason. */
export type ReasonCode = DisputeCode | 'UNAUTHORIZED'

export const reasonCodes = [...disputeCodes, 'UNAUTHORIZED'] as const satisfies ReasonCode[]

type Reason = {
  /** One sentence in the words of the customer. */
  readonly description: string
  /** A hint for the form; empty where the description is enough. */
  readonly tooltip: string
  readonly isFraud: boolean
  readonly supportsMultipleTransactions: boolean
  /** Reasons to submit the dispute with instead of this one. The list of reasons and the first step show them. */
  readonly subOptions?: readonly DisputeCode[]
  /** Reasons between which the first step lets the customer decide; only the step shows them. */
  readonly narrowerReasons?: readonly DisputeCode[]
}

const notFraud = { isFraud: false, supportsMultipleTransactions: false } as const
const fraud = { isFraud: true, supportsMultipleTransactions: true } as const

export const reasons: Readonly<Record<ReasonCode, Reason>> = {
  ATM_DISPENSED_NO_FUNDS: {
    ...notFraud,
    description: 'The cash machine did not give me my money',
    tooltip: 'The machine paid out nothing, or less than you wanted',
  },
  WRONG_AMOUNT: {
    ...notFraud,
    description: 'I was charged the wrong amount or currency',
    tooltip: 'You paid more than agreed, or in a currency that you did not expect',
  },
  TROUBLE_WITH_GOODS_SERVICES: {
    ...notFraud,
    description: 'There is a problem with goods or services that I ordered',
    tooltip: 'They never arrived, are defective, or differ from what you ordered',
    narrowerReasons: ['NEVER_ARRIVED', 'CANCELLED_ORDER', 'NOT_AS_EXPECTED', 'SCAM'],
  },
  NEVER_ARRIVED: {
    ...notFraud,
    description: 'I never got the goods or services that I ordered',
    tooltip: 'The agreed date has passed and nothing has arrived',
  },
  CANCELLED_ORDER: {
    ...notFraud,
    description: 'The order was cancelled',
    tooltip: 'You or the merchant cancelled the order before it was delivered',
  },
  NOT_AS_EXPECTED: {
    ...notFraud,
    description: 'Something is wrong with what I received',
    tooltip: 'It is defective, incomplete, counterfeit, or not as described',
  },
  SCAM: {
    ...notFraud,
    description: 'I think that the merchant deceived me',
    tooltip: 'The offer or the shop turned out not to be real',
  },
  MERCHANT_CHARGED_AGAIN: {
    ...notFraud,
    description: 'A merchant charged me when I did not expect it',
    tooltip:
      'A subscription, a second payment, or a merchant that you know charging you without a clear reason',
    narrowerReasons: ['PAID_TWICE', 'UNEXPECTEDLY_CHARGED_AGAIN', 'UNWANTED_SUBSCRIPTION'],
  },
  PAID_TWICE: {
    ...notFraud,
    description: 'I paid twice for the same thing',
    tooltip: 'You paid with this card a second time, or in another way',
  },
  UNEXPECTEDLY_CHARGED_AGAIN: {
    ...notFraud,
    description: 'A merchant whom I paid in the past charged me again',
    tooltip: '',
  },
  UNWANTED_SUBSCRIPTION: {
    ...notFraud,
    description: 'I was charged for a subscription without my permission',
    tooltip: '',
  },
  NO_REFUND: {
    ...notFraud,
    description: 'I did not receive a refund',
    tooltip: 'The merchant promised to pay you back and the money has not arrived',
  },
  UNAUTHORIZED: {
    // Values of D88a: Facts 14.2 has none for UNAUTHORIZED, and C 2.8 requires them.
    isFraud: true,
    supportsMultipleTransactions: false,
    description: 'I did not make or authorise this payment',
    tooltip: 'You do not know the merchant and never bought anything there',
    subOptions: [
      'UNEXPECTEDLY_CHARGED_AGAIN',
      'UNWANTED_SUBSCRIPTION',
      'CARD_POSSESSION',
      'CARD_NO_POSSESSION',
    ],
  },
  CARD_POSSESSION: {
    ...fraud,
    description: 'I do not recognise the payment, and I have my card',
    tooltip: 'The card was with you, or its details may have been stolen',
  },
  CARD_NO_POSSESSION: {
    ...fraud,
    description: 'My card was lost or stolen',
    tooltip: 'The card was not with you when the payment was made',
  },
}

/** The reasons that `GET …/dispute-form/reasons` lists, in this order (Facts 14.2). */
export const listedReasons = [
  'ATM_DISPENSED_NO_FUNDS',
  'WRONG_AMOUNT',
  'TROUBLE_WITH_GOODS_SERVICES',
  'MERCHANT_CHARGED_AGAIN',
  'NO_REFUND',
  'UNAUTHORIZED',
] as const satisfies readonly ReasonCode[]

/** Names of steps in recorded flows, with the reasons that they lead to (Facts 14.2, D80). */
export const recordedStepNames: Readonly<Record<string, DisputeCode>> = {
  'no-goods-or-services': 'NEVER_ARRIVED',
  'something-wrong-what-was-received': 'NOT_AS_EXPECTED',
  scam: 'SCAM',
}

export function isReasonCode(text: string): text is ReasonCode {
  return Object.hasOwn(reasons, text)
}

/** The reasons between which the step of `code` lets the customer decide; empty when its step is a form. */
export function decisionsOf(code: ReasonCode): readonly DisputeCode[] {
  const { subOptions, narrowerReasons } = reasons[code]
  return subOptions ?? narrowerReasons ?? []
}
