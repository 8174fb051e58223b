import Type, { type Static } from 'typebox'
import { addressKeys, DETAIL_LENGTH_MAX, detailKeys } from '../corridors/index.ts'
import { input, instantOut, oneOf, toMillisecond } from '../kernel/wire.ts'
import type { MailRow } from './store.ts'

const TYPE_LENGTH_MAX = 50

export const ClaimParams = Type.Object({
  token: Type.String({ description: 'Of the link, single use', examples: [`7-${'a'.repeat(43)}`] }),
})

export const ClaimQuery = input({
  type: Type.Optional(
    Type.String({
      maxLength: TYPE_LENGTH_MAX,
      description: 'Which of the ways to be paid; default: the first',
      examples: ['iban'],
    }),
  ),
})

const field = Type.Optional(Type.String({ maxLength: DETAIL_LENGTH_MAX }))
const keys = [
  ...detailKeys.filter((key) => key !== 'address' && key !== 'accountHolderName'),
  ...addressKeys.map((key) => `address.${key}`),
]
const fields: Record<string, typeof field> = Object.fromEntries(keys.map((key) => [key, field]))

export type ClaimForm = {
  readonly action?: 'refresh' | 'send' | undefined
  readonly type?: string | undefined
  readonly accountHolderName?: string | undefined
} & Readonly<Record<string, string | undefined>>

export const ClaimForm = Type.Unsafe<ClaimForm>(
  input(
    {
      action: Type.Optional(oneOf(['refresh', 'send'], 'refresh asks again and keeps nothing')),
      type: Type.Optional(Type.String({ maxLength: TYPE_LENGTH_MAX, examples: ['iban'] })),
      accountHolderName: Type.Optional(
        Type.String({ maxLength: DETAIL_LENGTH_MAX, examples: ['Nora Sample'] }),
      ),
      ...fields,
    },
    { title: 'ClaimForm' },
  ),
)

export const OutboxQuery = input({
  to: Type.Optional(
    Type.String({
      maxLength: 254,
      description: 'Only mail to this address',
      examples: ['n@e.com'],
    }),
  ),
})

export const Outbox = Type.Array(
  Type.Object(
    {
      id: Type.Integer({ examples: [1] }),
      to: Type.String({ examples: ['nora@example.com'] }),
      subject: Type.String({ examples: ['Ann Sample sends you 115.20 EUR'] }),
      text: Type.String({ description: 'With its links made absolute' }),
      sentAt: instantOut('When it was sent'),
    },
    { title: 'SandboxMail' },
  ),
  { title: 'SandboxMailList' },
)

const OWN_LINK = /(^|\s)(\/claims\/)/g

/** Where no public address is configured, links are those of whoever asks. */
export function showMail(mail: MailRow, baseUrl: string): Static<typeof Outbox>[number] {
  const { id, recipient, subject, body, sentAt } = mail
  return {
    id,
    to: recipient,
    subject,
    text: body.replace(OWN_LINK, (_, before: string, path: string) => before + baseUrl + path),
    sentAt: toMillisecond(sentAt),
  }
}
