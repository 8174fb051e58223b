// Replies that are documents. They are sent in chunks, so that a long document is not in memory as one text and does
// not block the event loop (D116). Refusals must happen before the first chunk.

export type { Print } from './pdf-model.ts'

export type MediaType = 'application/json' | 'text/csv' | 'application/pdf' | 'application/xml'

export type Document = {
  readonly mediaType: MediaType
  /** The name under which a browser saves the document. A browser shows a document that has no file name. */
  readonly fileName?: string
  readonly chunks: Iterable<string | Uint8Array>
}

export type MakeDocument = () => Document | Promise<Document>

/** In items. Small enough that a batch takes well under 20 ms, and large enough that a chunk fills a network packet. */
const BATCH_SIZE = 100

/** Each batch becomes one chunk of a document. Other requests run between two chunks. */
export function* inBatches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += BATCH_SIZE)
    yield items.slice(from, from + BATCH_SIZE)
}

/**
 * The JSON text of `shown`, in chunks. The list of all `items`, as `showItem` returns them, replaces the value of the
 * field `name`.
 */
export function* jsonChunks<T>(
  shown: Readonly<Record<string, unknown>>,
  name: string,
  items: readonly T[],
  showItem: (item: T) => unknown,
): Generator<string> {
  let separator = '{'
  for (const [field, value] of Object.entries(shown)) {
    yield `${separator}${JSON.stringify(field)}:`
    separator = ','
    if (field === name) yield* arrayChunks(items, showItem)
    else yield JSON.stringify(value)
  }
  yield '}'
}

function* arrayChunks<T>(items: readonly T[], showItem: (item: T) => unknown): Generator<string> {
  let separator = '['
  for (const batch of inBatches(items)) {
    yield separator + batch.map((item) => JSON.stringify(showItem(item))).join(',')
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}
