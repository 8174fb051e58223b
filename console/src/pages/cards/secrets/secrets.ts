// Number, code and PIN of a card, encrypted between this page and the service. Only the component that shows or sends a
// secret has it: no cache, storage, URL or log contains it.

import type { CardEncryptingKey, EncryptedCardRequest, Godwit } from '@godwit/sdk'
import type { ApprovalHeaders } from '../../../components/Approval.tsx'
import { encryptRequest } from './encryption.ts'

type RevealedDetails = {
  readonly pan: string
  readonly expiryDate: string
  readonly cvv2: string
  readonly cardholderName: string
}

/** Reads a secret of a card. `approvalHeaders` has the one-time token after the user has approved the request. */
type Reveal<Secret> = (
  godwit: Godwit,
  cardToken: string,
  approvalHeaders: ApprovalHeaders,
) => Promise<Secret>

export const revealDetails: Reveal<RevealedDetails> = (godwit, cardToken, approvalHeaders) =>
  reveal(godwit, (body) =>
    godwit.cards.getCardDetails({ headers: headersOf(cardToken, approvalHeaders), body }),
  )

export const revealPin: Reveal<{ readonly pin: string }> = (godwit, cardToken, approvalHeaders) =>
  reveal(godwit, (body) =>
    godwit.cards.getCardPin({ headers: headersOf(cardToken, approvalHeaders), body }),
  )

const headersOf = (cardToken: string, approvalHeaders: ApprovalHeaders) => ({
  'x-card-card-token': cardToken,
  ...approvalHeaders,
})

async function reveal<Secret>(
  godwit: Godwit,
  send: (body: EncryptedCardRequest) => Promise<string>,
): Promise<Secret> {
  const key = await godwit.cards.getCardEncryptingKey()
  const { encryptedPayload, decryptReply } = await encryptRequest(key)
  return JSON.parse(await decryptReply(await send(bodyOf(key, encryptedPayload)))) as Secret
}

type NewPin = {
  readonly orderId: number
  readonly pin: string
  readonly approvalHeaders: ApprovalHeaders
}

/** Chooses the PIN of a card that is not issued yet. */
export async function choosePin(
  godwit: Godwit,
  { orderId, pin, approvalHeaders }: NewPin,
): Promise<void> {
  const key = await godwit.cards.getCardEncryptingKey()
  const { encryptedPayload } = await encryptRequest(key, { pin })
  await godwit.cards.presetCardPin({
    headers: { 'x-card-order-id': String(orderId), ...approvalHeaders },
    body: bodyOf(key, encryptedPayload),
  })
}

const bodyOf = ({ version }: CardEncryptingKey, encryptedPayload: string) => ({
  keyVersion: version,
  encryptedPayload,
})
