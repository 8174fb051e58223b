// The operations with card data. Only the sandbox has them: in live mode a processor keeps the card data (D86).

import Type, { type Static } from 'typebox'
import type { UserCaller } from '../../kernel/caller.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import { type Context, reads, writes } from '../../kernel/endpoint.ts'
import {
  CardAlreadyIssued,
  CardHeaderMissing,
  CardNotFound,
  CardNotRevealed,
  OrderNotFound,
  PayloadUnreadable,
  TooManyReveals,
} from '../errors.ts'
import {
  CARD_HEADER,
  getCardByHeader,
  getReservationByHeader,
  ORDER_HEADER,
} from './get-by-header.ts'
import { cardKeys, openContent, openPayload } from './payload-keys.ts'
import { presetPin, readPin } from './preset-pin.ts'
import { revealCard } from './reveal-card.ts'
import type { ShownData } from './reveal-store.ts'
import { CardPinSet, EncryptedCardRequest, EncryptingKey } from './schemas.ts'

export const fetchEncryptingKey = reads(
  {
    id: 'cards.encrypting-key',
    operationId: 'getCardEncryptingKey',
    route: 'GET /card-data/v1/clientSideEncryption/fetchEncryptingKey',
    summary: 'Get the key that encrypts requests for card data.',
    spec: 'C 4.1, D62, Facts 13.4',
    access: { token: 'user' },
    sandboxOnly: true,
    reply: EncryptingKey,
    errors: [],
  },
  async (db) => {
    const { version, publicKey: key } = (await cardKeys(db)).newest
    return { version, key }
  },
)

const revealEndpoint = {
  spec: 'C 4.1, D62, D63, Facts 13.4',
  sandboxOnly: true,
  takesHeaders: { [CARD_HEADER]: 'The token of the card' },
  body: EncryptedCardRequest,
  replies: 'application/jose',
  reply: Type.String({ description: 'The card data, encrypted as a compact JWE' }),
  onRepeat: 'another',
  errors: [CardHeaderMissing, CardNotFound, PayloadUnreadable, CardNotRevealed, TooManyReveals],
} as const

export const getDetails = writes(
  {
    ...revealEndpoint,
    id: 'cards.get-details',
    operationId: 'getCardDetails',
    route: 'POST /card-data/v1/sensitive-card-data/details',
    summary: 'Get number, expiry date and verification code of a card, encrypted (JWE).',
    access: { token: 'user', sca: 'CARD_DETAILS__GET' },
    bindsTo: cardBinding,
  },
  (tx, input) => reveal(tx, 'DETAILS', input),
)

export const getPin = writes(
  {
    ...revealEndpoint,
    id: 'cards.get-pin',
    operationId: 'getCardPin',
    route: 'POST /card-data/v1/sensitive-card-data/pin',
    summary: 'Get the PIN of a card, encrypted (JWE).',
    access: { token: 'user', sca: 'CARD_PIN__GET' },
    bindsTo: cardBinding,
  },
  (tx, input) => reveal(tx, 'PIN', input),
)

type CardInput = Pick<Context, 'headers'> & {
  readonly body: Static<typeof EncryptedCardRequest>
  readonly caller: UserCaller
}

/** An approval is bound to the card. An unreadable payload is refused before a challenge, because no approval could help. */
async function cardBinding(db: Reader, input: CardInput): Promise<string> {
  const { id } = await getCardByHeader(db, input)
  await openPayload(db, input.body)
  return `card:${id}`
}

type RevealInput = CardInput & Pick<Context, 'now' | 'realNow' | 'random' | 'report'>

async function reveal(tx: Tx, shown: ShownData, input: RevealInput): Promise<string> {
  const { body, caller, random, now, report } = input
  const card = await getCardByHeader(tx, input)
  const { content, encryptReply } = await openPayload(tx, body)
  const nonce = readNonce(content) ?? random.uuid()
  const realNow = input.realNow()
  return encryptReply(await revealCard(tx, { card, shown, caller, nonce, now, realNow, report }))
}

/** In characters; a choice of this project. A longer nonce is ignored, and the reply has a random one. */
const NONCE_LENGTH_MAX = 200

/** Reads the nonce that a client may send in the content, and that the reply then contains. */
function readNonce(content: string | undefined): string | undefined {
  try {
    const { nonce } = JSON.parse(content ?? '{}') as { nonce?: unknown }
    return typeof nonce === 'string' && nonce.length <= NONCE_LENGTH_MAX ? nonce : undefined
  } catch {
    return undefined
  }
}

export const presetCardPin = writes(
  {
    id: 'cards.preset-pin',
    operationId: 'presetCardPin',
    route: 'POST /card-data/v1/sensitive-card-data/preset-pin',
    neverLogged: true,
    summary: 'Choose the PIN of a card that is not issued yet.',
    spec: 'C 4.1, D62 to D64, Facts 13.4',
    access: { token: 'user', sca: 'CARD_PIN__SET' },
    sandboxOnly: true,
    takesHeaders: {
      [ORDER_HEADER]:
        'The id of the card order; x-card-card-order-id is another spelling of this header',
    },
    bindsTo: async (db, input) => {
      const { orderId } = await getReservationByHeader(db, input)
      readPin(await openContent(db, input.body))
      return `card-order:${orderId}`
    },
    body: EncryptedCardRequest,
    reply: CardPinSet,
    onRepeat: 'same',
    errors: [CardHeaderMissing, OrderNotFound, PayloadUnreadable, CardAlreadyIssued],
  },
  async (tx, { headers, body, caller, report }) => {
    const reservation = await getReservationByHeader(tx, { headers, caller })
    const pin = readPin(await openContent(tx, body))
    await presetPin(tx, { reservation, pin, caller, report })
    return { cardOrderId: String(reservation.orderId) }
  },
)
