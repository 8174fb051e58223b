// By operation id: the operations to call first, with the same ids in their paths, so that the printed example is
// accepted (`x-example-after`).

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
}
