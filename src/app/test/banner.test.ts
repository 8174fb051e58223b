import { expect, it } from 'vitest'
import { bannerOf } from '../banner.ts'

const real = Temporal.Instant.from('2026-01-05T10:00:00.250Z')
const banner = (now: string) =>
  bannerOf(
    'http://127.0.0.1:8080',
    { mode: 'sandbox', seed: false },
    { now: Temporal.Instant.from(now), real },
  )

it('the banner says when the clock is not the real one', () => {
  expect(banner('2026-03-01T00:00:00Z')).toContain(
    '  Clock 2026-03-01T00:00:00Z, moved forward from the real 2026-01-05T10:00:00Z\n',
  )
})

it('the banner says nothing of a clock that is the real one', () => {
  expect(banner('2026-01-05T10:00:00.750Z')).not.toContain('Clock')
})
