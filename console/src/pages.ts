// The list of pages, in the order of the navigation. A page is a folder of `pages/` with a `page.ts`; names without
// a folder are left out.

import { NAVIGATION } from './navigation.ts'
import type { Page } from './page.ts'

const found = import.meta.glob<Page>('./pages/*/page.ts', { eager: true, import: 'page' })

export const groups = Object.entries(NAVIGATION)
  .map(([title, names]) => ({ title, pages: names.flatMap(pageOf) }))
  .filter(({ pages }) => pages.length > 0)

function pageOf(name: string): readonly Page[] {
  const page = found[`./pages/${name}/page.ts`]
  return page ? [page] : []
}

export const pages: readonly Page[] = groups.flatMap((group) => group.pages)
