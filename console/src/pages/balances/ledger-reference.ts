// Translates the reference number of a line of a statement, which customers see, into the reference in the ledger.

const kinds: Readonly<Record<string, string>> = {
  BALANCE: 'movement',
  CONVERSION: 'movement',
  CARD: 'card-transaction',
  ACCRUAL_CHARGE: 'account-details-order',
}

/**
 * `CONVERSION-7` is `movement:7` in the ledger. Undefined for the payment of a batch group: each of its journals has the
 * reference of a transfer.
 */
export function ledgerReferenceOf(referenceNumber: string): string | undefined {
  const [, name = '', id = ''] = /^([A-Z_-]+)-(.+)$/.exec(referenceNumber) ?? []
  if (name === 'BATCH') return undefined
  return `${kinds[name] ?? name.toLowerCase()}:${id}`
}
