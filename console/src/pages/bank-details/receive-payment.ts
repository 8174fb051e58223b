import type { Godwit, ImportBankTransactionRequest, IncomingPayment } from '@godwit/sdk'
import type { KeyHeader } from '../../forms/FieldsForm.tsx'
import type { Details } from '../../forms/form-values.ts'

type Input = {
  readonly profileId: number
  readonly currency: string
  readonly details: Details
  readonly headers: KeyHeader
}

/** Simulates a local payment, or a SWIFT payment. A SWIFT payment arrives on the newest bank details. */
export function receivePayment(
  { simulation }: Godwit,
  { profileId, currency, details, headers }: Input,
): Promise<IncomingPayment> {
  const path = { profileId }
  // Missing or malformed values are sent too: the service explains what is wrong.
  const { kind, accountDetailsId, ...payment } = details as unknown as EnteredPayment
  if (kind === 'ABROAD')
    return simulation.simulateSwiftPayment({
      path,
      headers,
      body: { ...payment, currencyCode: currency },
    })
  return simulation.simulateBankTransactionImport({
    path,
    headers,
    body: { ...payment, currency, ...(accountDetailsId && { accountDetailsId }) },
  })
}

type EnteredPayment = Omit<ImportBankTransactionRequest, 'currency'> & { readonly kind?: string }
