// The states that `statesOf` reads from the payloads of all events.

import { describe, expect, it } from 'vitest'
import { eventKinds } from '../../app/declarations.ts'
import { exampleOf } from '../../app/openapi/shapes.ts'
import { statesOf } from '../event-states.ts'

describe('the new state of an event', () => {
  const payloads = eventKinds.map(
    ({ name, payload }) => [name, exampleOf(payload) as Record<string, unknown>] as const,
  )

  it.each(payloads.filter(([name]) => /stat(e|us)-change$/.test(name)))(
    'is in the payload of %s',
    (_, payload) => {
      expect(statesOf(payload).to).toEqual(expect.any(String))
    },
  )

  it('is null for an event that reports no state', () => {
    const withoutState = payloads.filter(([, payload]) => statesOf(payload).to === null)
    expect(withoutState.map(([name]) => name).sort()).toEqual([
      'balances#credit',
      'balances#update',
      'swift-in#credit',
      'transfers#active-cases',
      'transfers#payout-failure',
      'transfers#refund',
    ])
  })
})
