// Translates the reference number of a line of a statement, which customers see, into the reference in the ledger.

const kinds: Readonly<Record<string, string>> = {
  BALANCE: 'movement',
  CONVERSION: 'movement',
  CARD: 'card-transaction',
  ACCRUAL_CHARGE: 'account-details-order',
}

/** `CONVERSION-7` is `movement:7` in the ledger. */
export function ledgerReferenceOf(referenceNumber: string): string {
  const [, name = '', id = ''] = /^([A-Z_-]+)-(.+)$/.exec(referenceNumber) ?? []
  return `${kinds[name] ?? name.toLowerCase()}:${id}`
}
