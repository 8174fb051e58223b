import type { Godwit, ImportBankTransactionRequest, IncomingPayment } from '@godwit/sdk'
import type { KeyHeader } from '../../forms/FieldsForm.tsx'
import type { Details } from '../../forms/form-values.ts'

type Input = {
  readonly profileId: number
  readonly currency: string
  readonly details: Details
  readonly headers: KeyHeader
}

/** A local payment, or one over SWIFT, which arrives on the newest bank details. */
export function receive(
  { simulation }: Godwit,
  { profileId, currency, details, headers }: Input,
): Promise<IncomingPayment> {
  const path = { profileId }
  // What is missing or malformed is sent as it is, so that the service explains it.
  const { kind, accountDetailsId, ...payment } = details as unknown as Entered
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

type Entered = Omit<ImportBankTransactionRequest, 'currency'> & { readonly kind?: string }
