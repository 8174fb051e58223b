// The list of pages, in the order of the navigation. A page is a folder of `pages/` with a `page.ts`.

import { NAVIGATION } from './navigation.ts'
import type { Page } from './page.ts'

const pageByPath = import.meta.glob<Page>('./pages/*/page.ts', { eager: true, import: 'page' })

export const groups = navigationGroupsOf(NAVIGATION, pageByPath)
export const pages: readonly Page[] = groups.flatMap((group) => group.pages)

/** Throws when the navigation names a folder without a page, or does not name a page, which could then not be opened. */
export function navigationGroupsOf(
  navigation: Readonly<Record<string, readonly string[]>>,
  pageByPath: Readonly<Record<string, Page>>,
) {
  const unnamed = new Set(Object.keys(pageByPath))
  const pageOf = (name: string): Page => {
    const path = `./pages/${name}/page.ts`
    const page = pageByPath[path]
    if (page === undefined) throw new Error(`navigation.ts names ${name}, but ${path} is missing.`)
    unnamed.delete(path)
    return page
  }
  const namedGroups = Object.entries(navigation).map(([title, names]) => ({
    title,
    pages: names.map(pageOf),
  }))
  if (unnamed.size > 0) throw new Error(`navigation.ts does not name ${[...unnamed].join(', ')}.`)
  return namedGroups
}
