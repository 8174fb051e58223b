// Request and reply shapes of the claim page and the outbox of the sandbox.

import Type, { type Static } from 'typebox'
import {
  addressDescriptions,
  addressKeys,
  DETAIL_LENGTH_MAX,
  detailDescriptions,
  detailKeys,
} from '../corridors/index.ts'
import { input, instantOut, oneOf, toMillisecond } from '../kernel/wire.ts'
import { EMAIL_LENGTH_MAX } from '../users/index.ts'
import type { MailRow } from './store.ts'

/** In characters. Longer than the name of any type of account. */
const TYPE_LENGTH_MAX = 50

export const ClaimParams = Type.Object({
  token: Type.String({
    description: 'The token of the link, which can be used once',
    examples: [`7-${'a'.repeat(43)}`],
  }),
})

export const ClaimQuery = input({
  type: Type.Optional(
    Type.String({
      maxLength: TYPE_LENGTH_MAX,
      description: 'The type of account; by default the first type of the currency',
      examples: ['iban'],
    }),
  ),
})

const field = (description: string | undefined) =>
  Type.Optional(Type.String({ maxLength: DETAIL_LENGTH_MAX, description: description ?? '' }))
const fields: Record<string, ReturnType<typeof field>> = Object.fromEntries([
  ...detailKeys
    .filter((key) => key !== 'address' && key !== 'accountHolderName')
    .map((key) => [key, field(detailDescriptions[key])]),
  ...addressKeys.map((key) => [`address.${key}`, field(addressDescriptions[key])]),
])

export type ClaimForm = {
  readonly action?: 'refresh' | 'send' | undefined
  readonly type?: string | undefined
  readonly accountHolderName?: string | undefined
} & Readonly<Record<string, string | undefined>>

export const ClaimForm = Type.Unsafe<ClaimForm>(
  input(
    {
      action: Type.Optional(
        oneOf(['refresh', 'send'], 'refresh shows the form again without storing anything'),
      ),
      type: Type.Optional(
        Type.String({
          description: 'The type of account that the form is for',
          maxLength: TYPE_LENGTH_MAX,
          examples: ['iban'],
        }),
      ),
      accountHolderName: Type.Optional(
        Type.String({
          description: 'Full name of the account holder',
          maxLength: DETAIL_LENGTH_MAX,
          examples: ['Nora Sample'],
        }),
      ),
      ...fields,
    },
    { title: 'ClaimForm' },
  ),
)

export const OutboxQuery = input({
  to: Type.Optional(
    Type.String({
      maxLength: EMAIL_LENGTH_MAX,
      description: 'Only mail to this address',
      examples: ['nora@example.com'],
    }),
  ),
})

export const Outbox = Type.Array(
  Type.Object(
    {
      id: Type.Integer({ description: 'The number of the mail', examples: [1] }),
      to: Type.String({
        description: 'The address of the recipient',
        examples: ['nora@example.com'],
      }),
      subject: Type.String({
        description: 'The subject line',
        examples: ['Ann Sample sends you 115.20 EUR'],
      }),
      text: Type.String({ description: 'The text, with absolute links' }),
      sentAt: instantOut('When the mail was sent'),
    },
    { title: 'SandboxMail' },
  ),
  { title: 'SandboxMailList' },
)

/** A claim link without scheme and host. */
const CLAIM_PATH = /(^|\s)(\/claims\/)/g

/** Shows absolute links: without a configured public URL, the stored text has only paths, which `baseUrl` completes. */
export function showMail(mail: MailRow, baseUrl: string): Static<typeof Outbox>[number] {
  const { id, recipient, subject, body, sentAt } = mail
  return {
    id,
    to: recipient,
    subject,
    text: body.replace(CLAIM_PATH, (_, before: string, path: string) => before + baseUrl + path),
    sentAt: toMillisecond(sentAt),
  }
}
