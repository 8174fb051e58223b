// Reading the number of a card. Only this page holds it, and only while it is shown: it is in no cache, storage or log.

import type { Godwit } from '@godwit/sdk'
import type { ApprovalHeaders } from '../../components/Approval.tsx'
import { encryptedRequest } from './encryption.ts'

export type CardSecrets = {
  readonly pan: string
  readonly expiryDate: string
  readonly cvv2: string
  readonly cardholderName: string
}

export async function revealCard(
  godwit: Godwit,
  cardToken: string,
  approved: ApprovalHeaders,
): Promise<CardSecrets> {
  const key = await godwit.cards.getCardEncryptingKey()
  const { encryptedPayload, open } = await encryptedRequest(key)
  const reply = await godwit.cards.getCardDetails({
    headers: { 'x-card-card-token': cardToken, ...approved },
    body: { keyVersion: key.version, encryptedPayload },
  })
  return JSON.parse(await open(reply)) as CardSecrets
}
