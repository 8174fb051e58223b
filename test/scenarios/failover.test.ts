// D127 with one failover. `npm run test:failover` runs many failovers.

import { expect, it } from 'vitest'
import { runKills } from '../../tools/kill/run-kills.ts'

/** Two database servers start, fail over and are compared with what clients expect. */
const TIMEOUT_MS = 300_000

it(
  'D127: when the primary is lost under load, its synchronous standby takes over with no acknowledged write lost or doubled',
  async () => {
    const population = { clients: 6, businessClients: 1, largeGroups: 0 }
    const report = await runKills({
      victim: 'primary',
      kills: 1,
      seed: 7,
      population,
      print: () => undefined,
    })
    expect(report.findings).toEqual([])
    expect(report.hung).toBe(0)
    expect(report.kills).toBe(1)
    expect(report.audits).toBeGreaterThan(1)
    expect(report.transfers).toBeGreaterThan(10)
  },
  TIMEOUT_MS,
)
