// The clients that keep sending requests while the victim is killed.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client/actions.ts'
import type { ExpectedProfile, ExpectedProfiles } from './client/expected-profile.ts'
import type { Environment, Population } from './environment.ts'
import { randomOf } from './random.ts'
import { runBusinessScenario } from './scenarios/business.ts'
import { runPersonalScenario } from './scenarios/personal.ts'

/** Two clients share a personal profile. After SCENARIOS_PER_PROFILE scenarios each client moves to another profile. */
const CLIENTS_PER_PROFILE = 2
const SCENARIOS_PER_PROFILE = 8
const PAUSE_MAX_MS = 60

export type Workload = {
  /** Rejects with the first error of a client or of added work, such as a reply that the interface does not allow. */
  readonly failed: Promise<never>
  /** Adds work that `stop` also waits for. */
  add(work: Promise<void>): void
  /** Stops the clients. Resolves when every client has finished its scenario, and rejects with the error of one that failed. */
  stop(): Promise<void>
}

type LoadClient = {
  readonly name: string
  /** The profile that the client uses during a turn, which lasts SCENARIOS_PER_PROFILE scenarios. Turns count from 0. */
  profileAt(turn: number): ExpectedProfile | undefined
  runScenario(client: Client, profile: ExpectedProfile): Promise<void>
}

/** The first business profile has the large groups, so no client uses it. */
function clientsOf(
  { personal, business: [, ...business] }: ExpectedProfiles,
  { clients, businessClients }: Population,
): LoadClient[] {
  const pairs = clients / CLIENTS_PER_PROFILE
  return [
    ...Array.from({ length: clients }, (_, client) => ({
      name: `client ${client}`,
      profileAt: (turn: number) =>
        personal[(Math.floor(client / CLIENTS_PER_PROFILE) + turn * pairs) % personal.length],
      runScenario: runPersonalScenario,
    })),
    ...Array.from({ length: businessClients }, (_, businessClient) => ({
      name: `business client ${businessClient}`,
      // Each turn moves the client on by `businessClients` profiles. The profiles in use are a multiple of
      // `businessClients`, so a client that starts again from the front gets its own profiles again, and no two business
      // clients ever use the same profile.
      profileAt: (turn: number) =>
        business[
          (businessClient + turn * businessClients) %
            (business.length - (business.length % businessClients))
        ],
      runScenario: runBusinessScenario,
    })),
  ]
}

export function startClients({ send, profiles, population }: Environment, seed: number): Workload {
  let isStopping = false
  const running = clientsOf(profiles, population).map(async (client) => {
    const random = randomOf(seed, client.name)
    for (let scenario = 0; !isStopping; scenario++) {
      const profile = client.profileAt(Math.floor(scenario / SCENARIOS_PER_PROFILE))
      if (profile === undefined) throw new Error(`${client.name} has no profile`)
      await client.runScenario({ send, random }, profile)
      await sleep(random.whole(PAUSE_MAX_MS))
    }
  })
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  const watch = (work: Promise<void>) =>
    work.catch((error) => {
      isStopping = true
      failed.reject(error)
    })
  for (const work of running) void watch(work)
  return {
    failed: failed.promise,
    add: (work) => {
      running.push(work)
      void watch(work)
    },
    stop: async () => {
      isStopping = true
      await Promise.all(running)
    },
  }
}
