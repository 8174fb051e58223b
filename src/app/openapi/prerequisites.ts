// Operations that have to be called before an example of another one is accepted, by operation id.

export const prerequisites: Readonly<Record<string, readonly string[]>> = {
  createPaymentInitiation: ['createDirectDebitAccount', 'updateBatchGroup'],
  fundBatchGroup: ['updateBatchGroup'],
  simulateBatchGroupPayIn: ['updateBatchGroup'],
  updateProfile: ['openUpdateWindow'],
  updatePhoneNumber: ['createPhoneNumber'],
  verifyPhoneNumber: ['createPhoneNumber'],
}
