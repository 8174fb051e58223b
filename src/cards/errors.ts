// The refusals of cards.

import type { ErrorKind } from '../kernel/refusal.ts'
import { SPENDING_LIMIT_MAX } from './limits/model.ts'

export const CardNotFound: ErrorKind = {
  code: 'card.not-found',
  status: 404,
  message:
    'The profile has no card with this token. GET /v3/spend/profiles/{profileId}/cards lists its cards.',
  path: 'cardToken',
}

export const CardStatusConflict: ErrorKind = {
  code: 'card.status.conflict',
  status: 409,
  message:
    'The card cannot move from its current status to this one. Read the card for its current status.',
  path: 'status',
}

export const CardUnusable: ErrorKind = {
  code: 'card.unusable',
  status: 409,
  message: 'The card is blocked or has expired, so it cannot be changed. Order another card.',
}

export const PermissionLocked: ErrorKind = {
  code: 'card.permission.locked',
  status: 409,
  message: 'This permission is locked until the card is activated. Set the status ACTIVE first.',
  path: 'type',
}

export const LimitNotExact: ErrorKind = {
  code: 'card.limit.not-exact',
  status: 422,
  message: `Send an amount from 0 to ${SPENDING_LIMIT_MAX} with no more decimals than the currency has.`,
  path: 'maxLimitAmount',
}

export const LimitMissing: ErrorKind = {
  code: 'card.limit.missing',
  status: 400,
  message: 'Send at least one of transaction, daily, monthly and lifetime, in lower case.',
  path: 'body',
}

export const LimitCurrency: ErrorKind = {
  code: 'card.limit.currency',
  status: 422,
  message: 'Send the limit in the default currency of the card program, or without a currency.',
}

export const CardNotRevealed: ErrorKind = {
  code: 'card.status.not-allowed',
  status: 403,
  message:
    'Card data is returned only while the card is ACTIVE or FROZEN. Read the card for its status.',
}

export const TooManyReveals: ErrorKind = {
  code: 'card.reveal.limit',
  status: 429,
  message:
    'The data of this card was shown too often. Try again after the number of seconds in the header Retry-After.',
}

export const PayloadUnreadable: ErrorKind = {
  code: 'card.payload.unreadable',
  status: 400,
  message:
    'encryptedPayload cannot be opened, or has no PIN of four digits for preset-pin. Send a compact JWE (RSA-OAEP-256 or RSA1_5, A256GCM) for the key and keyVersion of GET /card-data/v1/clientSideEncryption/fetchEncryptingKey.',
  path: 'encryptedPayload',
}

export const CardHeaderMissing: ErrorKind = {
  code: 'card.header.missing',
  status: 400,
  message:
    'Send the card token in x-card-card-token; for preset-pin, send the order id in x-card-order-id or x-card-card-order-id, or the same id in both.',
}

export const OrderNotFound: ErrorKind = {
  code: 'card-order.not-found',
  status: 404,
  message:
    'No card order with this id is accessible with this access token. Send the id of a card order of one of its profiles.',
}

export const CardAlreadyIssued: ErrorKind = {
  code: 'card.pin.set',
  status: 409,
  message:
    'The card of this order was issued already, so its PIN cannot be preset. Preset a PIN before the card is issued.',
}
