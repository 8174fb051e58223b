// By operation id: the operations to call first, so that the printed example is accepted (`x-example-after`).

export const prerequisites: Readonly<Record<string, readonly string[]>> = {
  createPaymentInitiation: ['createDirectDebitAccount', 'updateBatchGroup'],
  fundBatchGroup: ['updateBatchGroup'],
  simulateBatchGroupPayIn: ['updateBatchGroup'],
  updateProfile: ['openUpdateWindow'],
  updatePhoneNumber: ['createPhoneNumber'],
  verifyPhoneNumber: ['createPhoneNumber'],
}
