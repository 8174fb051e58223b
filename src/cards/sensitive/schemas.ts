// Request and reply shapes of card data.

import Type from 'typebox'
import { input } from '../../kernel/wire.ts'

/** In characters; a choice of this project. A compact JWE with a PIN has about 500. */
const PAYLOAD_LENGTH_MAX = 4096
/** The greatest `integer` of PostgreSQL. */
const VERSION_MAX = 2 ** 31 - 1

export const EncryptingKey = Type.Object(
  {
    version: Type.Integer({ description: 'The keyVersion to send', examples: [1] }),
    key: Type.String({
      description: 'RSA public key: Base64 of its DER form (SPKI)',
      examples: ['MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'],
    }),
  },
  { title: 'CardEncryptingKey' },
)

export const EncryptedCardRequest = input(
  {
    keyVersion: Type.Integer({
      minimum: 1,
      maximum: VERSION_MAX,
      description: 'The version of the key that encrypts encryptedPayload',
      examples: [1],
    }),
    encryptedPayload: Type.String({
      minLength: 1,
      maxLength: PAYLOAD_LENGTH_MAX,
      description:
        'Compact JWE (RSA-OAEP-256 or RSA1_5, A256GCM). The content key of the JWE encrypts the reply. The content of the JWE is {"pin":"1234"} for preset-pin; for details and pin it is empty, or {"nonce"} with a text that the reply repeats.',
      examples: ['eyJhbGciOiJSU0ExXzUiLCJlbmMiOiJBMjU2R0NNIn0.a2V5.bm9uY2U..'],
    }),
  },
  { title: 'EncryptedCardRequest' },
)

export const CardPinSet = Type.Object(
  {
    cardOrderId: Type.String({ description: 'The card order, as text', examples: ['142'] }),
  },
  { title: 'CardPinSet', description: 'The card order whose PIN is set' },
)
