import type { Godwit } from '@godwit/sdk'

/** A call that has succeeded, with its result in words. */
export type Step = {
  readonly operation: string
  readonly result: string
  /** The sent transfer. Only the last step has it. */
  readonly transferId?: number
}

/**
 * Sends 100 GBP from the profile's balance to a new recipient in EUR. Simulates the exchange and the payout, so it works in the
 * sandbox only. Calls `onStep` after each call.
 */
export async function sendFirstTransfer(
  godwit: Godwit,
  profileId: number,
  onStep: (step: Step) => void,
): Promise<void> {
  const recipient = await godwit.recipients.createRecipient({
    body: {
      profile: profileId,
      currency: 'EUR',
      type: 'iban',
      accountHolderName: 'Nora Sample',
      details: { legalType: 'PRIVATE', IBAN: 'FR1420041010050500013M02606' },
    },
  })
  onStep({ operation: 'createRecipient', result: `created recipient ${recipient.id}` })

  const quote = await godwit.quotes.createQuote({
    path: { profileId },
    body: {
      sourceCurrency: 'GBP',
      targetCurrency: 'EUR',
      sourceAmount: 100,
      targetAccount: recipient.id,
      preferredPayIn: 'BALANCE',
    },
  })
  onStep({ operation: 'createQuote', result: `locked the rate ${quote.rate}` })

  const { id: transferId } = await godwit.transfers.createTransfer({
    body: { targetAccount: recipient.id, quoteUuid: quote.id, details: { reference: 'Rent' } },
  })
  onStep({ operation: 'createTransfer', result: `created transfer ${transferId}` })

  const payment = await godwit.transfers.fundTransfer({
    path: { profileId, transferId },
    body: { type: 'BALANCE' },
  })
  onStep({
    operation: 'fundTransfer',
    result: `paid the transfer from the balance: ${payment.status}`,
  })

  const converted = await godwit.simulation.simulateTransferFundsConverted({ path: { transferId } })
  onStep({
    operation: 'simulateTransferFundsConverted',
    result: `converted the money: ${converted.status}`,
  })
  const sent = await godwit.simulation.simulateTransferOutgoingPaymentSent({ path: { transferId } })
  onStep({
    operation: 'simulateTransferOutgoingPaymentSent',
    result: `sent the money to the recipient: ${sent.status}`,
    transferId,
  })
}
