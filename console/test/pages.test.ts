// Every page is in the navigation, and the navigation names only pages.

import { expect, it } from 'vitest'
import { NAVIGATION } from '../src/navigation.ts'
import type { Page } from '../src/page.ts'
import { groups, navigationGroupsOf } from '../src/pages.ts'

const page: Page = { title: 'Time', path: '/time', routes: [] }

it('each group of the navigation has its pages, in the order of the navigation', () => {
  const pathOf = (name: string) => (name === 'home' ? '/' : `/${name}`)
  expect(groups.map(({ title, pages }) => [title, pages.map(({ path }) => path)])).toEqual(
    Object.entries(NAVIGATION).map(([title, names]) => [title, names.map(pathOf)]),
  )
  const home: Page = { title: 'Home', path: '/', routes: [] }
  const pageByPath = { './pages/home/page.ts': home, './pages/time/page.ts': page }
  expect(navigationGroupsOf({ Developers: ['time', 'home'] }, pageByPath)).toEqual([
    { title: 'Developers', pages: [page, home] },
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
