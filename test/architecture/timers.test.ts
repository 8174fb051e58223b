// Every timer is a value with a name, and what it ends is looked at just before its end and at it. Two
// houses live through the same days: one always looks a moment early, the other on time.

import { afterEach, describe, expect, it, vi } from 'vitest'
import { timers } from '../../src/app/declarations.ts'
import { signingService } from '../../src/webhooks/test/webhook-fixtures.ts'
import { type Scene, scenes } from './timed.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Names of timers that no scene is about, and of scenes about no timer. */
function differences(declared: readonly string[], played: readonly string[]): string[] {
  return [
    ...declared.filter((name) => !played.includes(name)).map((name) => `${name} has no scene`),
    ...played.filter((name) => !declared.includes(name)).map((name) => `${name} is no timer`),
  ]
}

const names = timers.map(({ name }) => name)

describe('every timer', () => {
  it('has a scene', () => {
    expect(differences(names, Object.keys(scenes))).toEqual([])
    expect(Object.values(scenes).filter((played) => played.length === 0)).toEqual([])
  })

  it('has a name of its own', () => {
    expect(names.length).toBe(new Set(names).size)
  })

  it('would be missed', () => {
    expect(differences(['birds.nest', 'birds.egg'], ['birds.egg', 'birds.flight'])).toEqual([
      'birds.nest has no scene',
      'birds.flight is no timer',
    ])
  })
})

const SECONDS_UNKNOWN = Number.NaN

describe('a timer', () => {
  const early = signingService()
  const onTime = signingService()
  const secondsOf = (name: string): number => {
    const timer = timers.find((each) => each.name === name)
    return timer !== undefined && 'seconds' in timer ? timer.seconds : SECONDS_UNKNOWN
  }
  const looks = Object.entries(scenes).flatMap(([name, played]) =>
    played.map((scene: Scene) => [name, ...scene.told, scene] as const),
  )

  it.each(looks)('%s: %s, and then %s', async (name, before, after, scene) => {
    const seconds = secondsOf(name)
    const [last, first] = scene.through ? [0, 1] : [-1, 0]
    const seen = async (service: typeof early, late: number) => {
      service.respondWith(() => ({ status: 200, headers: {}, elapsedMs: 1 }))
      return scene.sees(service, seconds, late).finally(() => vi.restoreAllMocks())
    }
    expect([await seen(early, last), await seen(onTime, first)]).toEqual([before, after])
  })
})
