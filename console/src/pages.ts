// The list of pages, in the order of the navigation. A page is a folder of `pages/` with a `page.ts`.

import { NAVIGATION } from './navigation.ts'
import type { Page } from './page.ts'

const found = import.meta.glob<Page>('./pages/*/page.ts', { eager: true, import: 'page' })

export const groups = groupsOf(NAVIGATION, found)
export const pages: readonly Page[] = groups.flatMap((group) => group.pages)

/** Throws when a name in the navigation has no page, or a page has no name there: it could not be opened. */
export function groupsOf(
  navigation: Readonly<Record<string, readonly string[]>>,
  pageByPath: Readonly<Record<string, Page>>,
) {
  const left = new Set(Object.keys(pageByPath))
  const pageOf = (name: string): Page => {
    const path = `./pages/${name}/page.ts`
    const page = pageByPath[path]
    if (page === undefined) throw new Error(`navigation.ts names ${name}, but ${path} is missing.`)
    left.delete(path)
    return page
  }
  const found = Object.entries(navigation).map(([title, names]) => ({
    title,
    pages: names.map(pageOf),
  }))
  if (left.size > 0) throw new Error(`navigation.ts does not name ${[...left].join(', ')}.`)
  return found
}
