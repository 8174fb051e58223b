// The entries of the live feed that the console keeps.

import type { FeedEntry } from '@godwit/sdk'
import { expect, it } from 'vitest'
import { newestOf } from '../src/live-feed.ts'

const entryOf = (position: number, more: object) =>
  ({ kind: 'request', position: String(position), status: 200, ...more }) as FeedEntry

it('reads do not displace other entries: the newest 200 reads and the newest 200 other entries are kept', () => {
  const entries = Array.from({ length: 900 }, (_, index) =>
    entryOf(900 - index, { onlyReads: index % 3 !== 0 }),
  )
  const newest = newestOf(entries)
  const [reads, others] = [true, false].map((onlyReads) =>
    entries.filter((entry) => entry.kind === 'request' && entry.onlyReads === onlyReads),
  )
  const expected = new Set([...(reads ?? []).slice(0, 200), ...(others ?? []).slice(0, 200)])
  expect(newest).toEqual(entries.filter((entry) => expected.has(entry)))
})
