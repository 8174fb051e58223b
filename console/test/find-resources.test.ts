// The search of pages: the pages of single resources that it finds by kind and id.

import { expect, it } from 'vitest'
import { findResources } from '../src/shell/find-resources.ts'

it.each([
  ['transfer 6', ['/transfers/6']],
  ['Transfers #6', ['/transfers/6']],
  ['batches 5', ['/batches/5']],
  ['request:12', ['/requests/12']],
  ['card 9f0d-1a', ['/cards/9f0d-1a', '/cards/orders/9f0d-1a']],
  ['card order 3', ['/cards/orders/3']],
  ['re 3', ['/recipients/3', '/requests/3']],
  ['transfers', []],
  ['6', []],
  ['colour 6', []],
])('the search for “%s” finds the pages %j', (text, paths) => {
  expect(findResources(text).map(({ path }) => path)).toEqual(paths)
})
