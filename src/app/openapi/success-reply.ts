// The reply to a successful request in the OpenAPI document, and the headers of approval, which refusals have too.

import type { MediaType } from '../../kernel/documents/document.ts'
import type { Endpoint } from '../../kernel/endpoint.ts'
import { JSON_TYPE, type Shape } from './shapes.ts'

/** The headers of a reply of a protected operation: its one-time token, and whether the operation was approved. */
export const approvalHeaders = (
  tokenDescription: string,
  result: 'APPROVED' | 'REJECTED',
): Shape => ({
  'x-2fa-approval': { description: tokenDescription, schema: { type: 'string', format: 'uuid' } },
  'x-2fa-approval-result': { description: result, schema: { type: 'string', enum: [result] } },
})

/** `streamEntry` is the schema of an entry, for an operation that can also reply with a stream of entries. */
export function successOf(
  endpoint: Endpoint,
  shape: Shape,
  example: unknown,
  streamEntry: Shape | undefined,
): Shape {
  const headers = headersOf(endpoint)
  const success = { description: descriptionOf(endpoint), ...(headers && { headers }) }
  if (endpoint.status === 204 || endpoint.empty) return success
  if (endpoint.documents)
    return { ...success, content: documentsOf(endpoint.documents, shape, example) }
  if (endpoint.replies)
    return { ...success, content: { [endpoint.replies]: { schema: { type: 'string' } } } }
  const streamed = streamEntry && { 'text/event-stream': { schema: streamEntry } }
  return { ...success, content: { [JSON_TYPE]: { schema: shape, example }, ...streamed } }
}

/** For a reply with a body: the description of its schema, or a noun phrase made from the title of the schema. */
function descriptionOf({ status, empty, documents = [], reply }: Endpoint): string {
  if (status === 204 || empty) return 'The operation succeeded. The reply has no body.'
  const { title = '', description } = reply as { title?: string; description?: string }
  const body = description?.replace(/\.$/, '') ?? nounPhraseOf(title)
  return documents.length > 1 ? `${body}, in the format that the path ends with.` : `${body}.`
}

/** `CardOrderPage` becomes `A page of card orders`. The version at the end of a name is left out. */
function nounPhraseOf(title: string): string {
  const [, name = '', collection] = /^(.*?)(?:V\d)?(List|Page)?$/.exec(title) ?? []
  const noun = nounOf(name)
  if (collection === 'List') return `The list of ${pluralOf(noun)}`
  if (collection === 'Page') return `A page of ${pluralOf(noun)}`
  return `The ${noun || 'reply'}`
}

const spellings: Readonly<Record<string, string>> = {
  'one time': 'one-time',
  'third party': 'third-party',
  'multi currency': 'multi-currency',
  'top up': 'top-up',
  email: 'e-mail address',
  cdd: 'CDD',
}
const SPELLING = new RegExp(`\\b(${Object.keys(spellings).join('|')})\\b`, 'g')

/** The words of a name in PascalCase. */
function nounOf(name: string): string {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return words.replaceAll(SPELLING, (spelling) => spellings[spelling] ?? spelling)
}

function pluralOf(noun: string): string {
  if (noun.endsWith('ss')) return `${noun}es`
  if (noun.endsWith('s')) return noun
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`
}

function documentsOf(types: readonly MediaType[], shape: Shape, example: unknown): Shape {
  return Object.fromEntries(
    types.map((type) => [
      type,
      type === JSON_TYPE ? { schema: shape, example } : { schema: { type: 'string' } },
    ]),
  )
}

const headerDescriptions: Readonly<Record<string, string>> = {
  ETag: 'Identifies the reply. Send it in If-None-Match: the reply is 304 while this reply is current.',
  'X-Seek-Position-For-Current':
    'The `seekPosition` of this page; absent when the request had none',
  'X-Seek-Position-For-Next': 'The `seekPosition` of the next page; absent on the last page',
  'X-Size': 'The number of items on this page',
  'content-disposition': 'The name under which a browser saves the document',
  'content-security-policy': 'What a browser may load and run for the page',
  'set-cookie': 'The cookie by which the service recognises the browser when the form is sent',
  'x-df-exit': '`true`: the flow has ended, and its last step need not be shown',
}

function headersOf({ id, replyHeaders = [], access }: Endpoint): Shape | undefined {
  const declared = replyHeaders.map((name) => {
    const description = headerDescriptions[name]
    if (description === undefined)
      throw new Error(`headerDescriptions has no entry for ${name} of ${id}: add one`)
    return [name, { schema: { type: 'string' }, description }]
  })
  const headers = {
    ...Object.fromEntries(declared),
    ...(access.sca &&
      approvalHeaders(
        'The one-time token that approved the request, or a random UUID if it needed none.',
        'APPROVED',
      )),
  }
  return Object.keys(headers).length === 0 ? undefined : headers
}
