// Reads all items of a list, page by page.

type Query = Readonly<Record<string, unknown>>
type ItemOf<Page> = Page extends readonly (infer Item)[] ? Item : ElementOf<Page[keyof Page]>
type ElementOf<Value> = Value extends readonly (infer Item)[] ? Item : never

/**
 * Every item of a list: `for await (const card of each(godwit.cards.listCards, { path: { profileId } }))`.
 * The next page is fetched when the items of the page before it are used up.
 */
export async function* each<Args extends object, Page>(
  list: (args: Args) => Promise<Page>,
  args: Args,
): AsyncGenerator<ItemOf<Page>> {
  let query: Query | undefined = (args as { query?: Query }).query ?? {}
  while (query !== undefined) {
    const page: Page = await list({ ...args, query })
    const items = itemsOf(page)
    // A list without pages ignores `seekPosition` and returns the same items again, so the list is complete.
    if ('seekPosition' in query && query['seekPosition'] === lastIdOf(items)) return
    yield* items as ItemOf<Page>[]
    // A page without a match may have a cursor: a search examines a limited number of rows for each page.
    const isLast = items.length === 0 && !(page as Query)['cursor']
    query = isLast ? undefined : nextQuery(page, items, query)
  }
}

/** A page is an array, or an object with one array. */
function itemsOf(page: unknown): readonly unknown[] {
  return Array.isArray(page) ? page : (Object.values(page as object).find(Array.isArray) ?? [])
}

const lastIdOf = (items: readonly unknown[]) => (items.at(-1) as { id?: unknown } | undefined)?.id

/**
 * The query that returns the page after `page`; undefined if `page` shows that it is the last. Arrays and pages with a
 * `totalCount` do not show it: the empty page after them ends the list.
 */
function nextQuery(page: unknown, items: readonly unknown[], query: Query): Query | undefined {
  if (Array.isArray(page)) return { ...query, seekPosition: lastIdOf(items) }
  const { cursor, totalCount, seekPositionForNext } = page as Query
  if (cursor) return { ...query, nextCursor: cursor }
  if (seekPositionForNext) return { ...query, seekPosition: seekPositionForNext }
  if (totalCount === undefined) return undefined
  return { ...query, pageNumber: Number(query['pageNumber'] ?? 1) + 1 }
}
