import { expect, it } from 'vitest'
import { bannerOf } from '../banner.ts'

const real = Temporal.Instant.from('2026-01-05T10:00:00.250Z')
const banner = (now: string) =>
  bannerOf(
    'http://127.0.0.1:8080',
    { mode: 'sandbox', hasExamples: false },
    { now: Temporal.Instant.from(now), real },
  )

it('the banner shows the sandbox clock when it was moved', () => {
  expect(banner('2026-03-01T00:00:00Z')).toContain(
    '  Clock    2026-03-01T00:00:00Z, moved forward from the real 2026-01-05T10:00:00Z\n',
  )
})

it('the banner does not show a clock that was not moved', () => {
  expect(banner('2026-01-05T10:00:00.750Z')).not.toContain('Clock')
})

it('the banner names the console in a sandbox, and does not name it in live mode', () => {
  const now = { now: real, real }
  const live = bannerOf('https://pay.example.org', { mode: 'live', hasExamples: false }, now)
  expect(banner('2026-01-05T10:00:00Z')).toContain('  Console  http://127.0.0.1:8080/console\n')
  expect(live).not.toContain('Console')
})
