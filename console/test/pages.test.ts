// Every page is in the navigation, and the navigation names only pages.

import { expect, it } from 'vitest'
import type { Page } from '../src/page.ts'
import { groups, navigationGroupsOf } from '../src/pages.ts'

const page: Page = { title: 'Time', path: '/time', routes: [] }

it('the pages of the console are in the groups of the navigation', () => {
  expect(groups.flatMap(({ pages }) => pages).length).toBeGreaterThan(10)
  expect(navigationGroupsOf({ Developers: ['time'] }, { './pages/time/page.ts': page })).toEqual([
    { title: 'Developers', pages: [page] },
  ])
})

it('a name in the navigation without a page, and a page that the navigation does not name, are errors', () => {
  expect(() =>
    navigationGroupsOf({ Developers: ['tme'] }, { './pages/time/page.ts': page }),
  ).toThrow('navigation.ts names tme, but ./pages/tme/page.ts is missing.')
  expect(() => navigationGroupsOf({ Developers: [] }, { './pages/time/page.ts': page })).toThrow(
    'navigation.ts does not name ./pages/time/page.ts.',
  )
})
