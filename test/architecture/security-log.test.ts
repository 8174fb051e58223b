// This test causes every declared event of the security log, and each event writes one line. In the sandbox, where every
// caller can read the metrics, the event also adds one to its metric.

import { describe, expect, it } from 'vitest'
import { securityEventKinds } from '../../src/app/declarations.ts'
import { testService } from '../support/service.ts'
import { cases, liveCases } from './security-events.ts'

const names = securityEventKinds.map(({ name }) => name)

describe('D121: the security log', () => {
  const service = testService()
  const live = testService({ mode: 'live' })

  it('has a case for every event, and every event has a unique name', () => {
    expect([...names].sort()).toEqual([...Object.keys(cases), ...Object.keys(liveCases)].sort())
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(Object.entries(liveCases))(
    'has one more line for %s in live mode',
    async (name, provoke) => {
      const lines = () => live.securityLines.filter(({ security }) => security === name)
      const before = lines().length
      await provoke(live)
      expect(lines().length).toBe(before + 1)
    },
  )

  it.each(Object.entries(cases))(
    'has one more line, and the metric one more event, for %s',
    async (name, provoke) => {
      const lines = () => service.securityLines.filter(({ security }) => security === name)
      const count = async () => {
        const { text } = await service.call('GET /metrics')
        return Number(
          text.split(`godwit_security_events_total{event="${name}"} `)[1]?.split('\n')[0] ?? 0,
        )
      }
      const [before, counted] = [lines().length, await count()]
      await provoke(service)
      expect(lines().length).toBe(before + 1)
      expect(await count()).toBe(counted + 1)
    },
  )
})
