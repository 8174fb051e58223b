// What a client has to do before the service accepts the printed example of an operation.

/** By operation id: the operations to call first, with the same ids in their paths (`x-example-after`). */
export const prerequisites: Readonly<Record<string, readonly string[]>> = {
  addBeneficialOwners: ['openUpdateWindow'],
  addDirectors: ['openUpdateWindow'],
  returnReceivedPayment: ['createAccountDetailsOrder', 'simulateBankTransactionImport'],
  simulateBankTransactionImport: ['createAccountDetailsOrder'],
  simulateCardClearing: ['simulateCardAuthorisation'],
  simulateCardReversal: ['simulateCardAuthorisation'],
  simulateCardReversalPostClearing: ['simulateCardAuthorisation', 'simulateCardClearing'],
  simulateSwiftPayment: ['createAccountDetailsOrder'],
  changeCardOrderStatus: ['createCardOrder'],
  openDisputeStep: ['simulateCardAuthorisation', 'simulateCardClearing'],
  submitDispute: ['simulateCardAuthorisation', 'simulateCardClearing'],
  createPaymentInitiation: ['createDirectDebitAccount', 'updateBatchGroup'],
  fundBatchGroup: ['updateBatchGroup'],
  replaceBeneficialOwners: ['openUpdateWindow'],
  replaceDirectors: ['openUpdateWindow'],
  saveAddress: ['openUpdateWindow'],
  simulateBatchGroupPayIn: ['updateBatchGroup'],
  submitIdentityDocument: ['openUpdateWindow'],
  updateProfile: ['openUpdateWindow'],
  updatePhoneNumber: ['createPhoneNumber'],
  verifyPhoneNumber: ['createPhoneNumber'],
  changeInbox: ['createInbox'],
  withdrawDispute: [
    'simulateCardAuthorisation',
    'simulateCardClearing',
    'submitDispute',
    'listDisputes',
  ],
  simulateDispute: [
    'simulateCardAuthorisation',
    'simulateCardClearing',
    'submitDispute',
    'listDisputes',
  ],
  resendEditedToApplication: [
    'createSubscriptionForApplication',
    'sendTestNotificationsToApplication',
  ],
  resendEditedToProfile: [
    'createSubscriptionForProfile',
    'cancelTransfer',
    'listDeliveriesOfProfile',
  ],
  verifyPin: ['createPin', 'fundTransfer'],
  verifyFaceMap: ['enrolFaceMap', 'fundTransfer'],
  sendSmsCode: ['createPhoneNumber', 'verifyPhoneNumber', 'fundTransfer'],
  verifySmsCode: ['createPhoneNumber', 'verifyPhoneNumber', 'fundTransfer', 'sendSmsCode'],
}

/** A value of the reply to an operation that was called before: in its body, by a JSON pointer, or in a header. */
export type ReplyValue =
  | { readonly operation: string; readonly body: `/${string}` }
  | { readonly operation: string; readonly header: string }

const newDispute = { operation: 'listDisputes', body: '/disputes/0/id' } as const
const refusedFunding = { operation: 'fundTransfer', header: 'x-2fa-approval' } as const

/**
 * By operation id: the parameters whose values the service generates. A client must replace the printed value of such a
 * parameter by a value of an earlier reply (`x-example-values`).
 */
export const exampleValues: Readonly<Record<string, Readonly<Record<string, ReplyValue>>>> = {
  changeInbox: { inboxId: { operation: 'createInbox', body: '/id' } },
  withdrawDispute: { disputeId: newDispute },
  simulateDispute: { disputeId: newDispute },
  resendEditedToApplication: {
    subscriptionId: { operation: 'createSubscriptionForApplication', body: '/id' },
    deliveryId: { operation: 'sendTestNotificationsToApplication', body: '/0/delivery_id' },
  },
  resendEditedToProfile: {
    subscriptionId: { operation: 'createSubscriptionForProfile', body: '/id' },
    deliveryId: { operation: 'listDeliveriesOfProfile', body: '/0/delivery_id' },
  },
  verifyPin: { 'One-Time-Token': refusedFunding },
  verifyFaceMap: { 'One-Time-Token': refusedFunding },
  sendSmsCode: { 'One-Time-Token': refusedFunding },
  verifySmsCode: { 'One-Time-Token': refusedFunding },
}

/** Returns a sentence for the description of the operation; undefined when `exampleValues` has no entry for it. */
export function exampleValuesSentence(operationId: string): string | undefined {
  const values = Object.entries(exampleValues[operationId] ?? {})
  if (values.length === 0) return undefined
  const sources = values.map(([name, value]) => {
    const field = 'body' in value ? `\`${value.body}\`` : `the header \`${value.header}\``
    return `\`${name}\` by ${field} of the reply of \`${value.operation}\``
  })
  const pronoun = values.length === 1 ? 'it' : 'them'
  return `In the example, replace ${sources.join(', and ')}: the service generates ${pronoun}.`
}
