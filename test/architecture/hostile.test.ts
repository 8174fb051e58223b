// Hostile requests to every operation: no reply has a 5xx status, takes more than REPLY_MAX_MS twice or contains another
// user's data, and a refusal changes no row except in the tables of `refusal-side-effects.ts`. HOSTILE_SEED chooses other
// requests.

import { beforeAll, describe, expect, it } from 'vitest'
import { everyEndpoint } from '../../src/app/http/open-operations.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'
import * as sideEffects from '../../src/security/refusal-side-effects.ts'
import { seedFromEnv } from '../support/number-from-env.ts'
import { type Reply, testService } from '../support/service.ts'
import { hostileRequests } from './hostile-inputs.ts'
import { exampleCall, fillPath, type Request } from './requests.ts'
import { type Traces, traces } from './traces.ts'
import { createWorld, type World } from './world.ts'

const SEED = seedFromEnv('HOSTILE_SEED', 20261120)
const REPLY_MAX_MS = 5000
const TEST_MAX_MS = 60_000
const SHOWN_CHARACTERS_MAX = 300

const service = testService()
let ann: World
let bob: World
let cid: World

beforeAll(async () => {
  ann = await createWorld(service)
  bob = await createWorld(service)
  cid = await createWorld(service)
})

// The operations of `security` come late, because a user who has a factor gets a challenge instead of the result.
// The clock comes last, because it expires every quote.
const orderOf = ({ id }: Endpoint) =>
  id.includes('clock') ? 2 : Number(id.startsWith('security.'))
const rows = [...everyEndpoint]
  .sort((a, b) => orderOf(a) - orderOf(b))
  .map((endpoint) => [endpoint.id, endpoint] as const)

const sideEffectTables = new Set<string>(Object.values(sideEffects).flatMap(({ tables }) => tables))

/** The traces of the tables that a refusal must not change. */
async function tracesWithoutSideEffects(): Promise<Traces> {
  const all = Object.entries(await traces(service.db))
  return Object.fromEntries(all.filter(([table]) => !sideEffectTables.has(table)))
}

describe(`hostile requests (HOSTILE_SEED=${SEED})`, () => {
  it.each(rows)(
    '%s succeeds or returns a declared refusal, which changes no row except by its side effects',
    { timeout: TEST_MAX_MS },
    async (_, endpoint) => {
      let before = await tracesWithoutSideEffects()
      for (const request of hostileRequests(endpoint, bob.idsFor(endpoint), SEED)) {
        const reply = await send(endpoint, request)
        checkReply(request, reply)
        if (endpoint.effect === 'reads') continue
        const after = await tracesWithoutSideEffects()
        if (reply.status >= 300) expect(after, shortened(request.call)).toEqual(before)
        before = after
      }
      expect(await tracesWithoutSideEffects()).toEqual(before)
    },
  )
})

async function send(
  endpoint: Endpoint,
  { route, call }: Request,
  { tokenFor }: World = bob,
): Promise<Reply> {
  const request = { token: tokenFor(endpoint), ...call }
  const [reply, tookMs] = await timed(() => service.call(route, request))
  // The machine may have paused, so a request fails only if it is slow twice.
  if (tookMs > REPLY_MAX_MS && (await timed(() => service.call(route, request)))[1] > REPLY_MAX_MS)
    throw new Error(`${route} took ${tookMs} ms: ${shortened(call)}`)
  return reply
}

async function timed<T>(work: () => Promise<T>): Promise<[T, ms: number]> {
  const started = performance.now()
  const done = await work()
  return [done, performance.now() - started]
}

/** Paths of source files, SQL and errors of the database, which no reply may contain. */
const INTERNALS = /\.ts:\d+|node_modules|\/home\/|\bselect .* from\b|\binsert into\b|syntax error/i

function checkReply({ route, call }: Request, { status, text, body }: Reply): void {
  const exchange = `${route} ${shortened(call)} returned ${status} ${text.slice(0, SHOWN_CHARACTERS_MAX)}`
  if (status >= 500) throw new Error(exchange)
  if (status >= 400 && !isRefusal(body, text))
    throw new Error(`the reply is not a declared refusal: ${exchange}`)
  if (INTERNALS.test(text)) throw new Error(`the reply reveals internals: ${exchange}`)
  const leaked = ann.secrets.find((secret) => text.includes(secret))
  if (leaked !== undefined)
    throw new Error(`the reply contains ${leaked} of another user: ${exchange}`)
}

function isRefusal(body: Reply['body'], text: string): boolean {
  if (text.startsWith('<!doctype html>')) return true
  if (typeof body?.error === 'string') return typeof body.error_description === 'string'
  return (
    Array.isArray(body?.errors) &&
    body.errors.length > 0 &&
    body.errors.every(
      ({ code, message }: Record<string, unknown>) =>
        typeof code === 'string' && typeof message === 'string',
    )
  )
}

function shortened(call: Request['call']): string {
  return JSON.stringify(call).slice(0, SHOWN_CHARACTERS_MAX)
}

describe('ids of another user in a request', () => {
  /** Parameters that have no owner, or whose refusal the tests of their module cover. */
  const skippedParameters = [
    ...['currency', 'validator', 'state', 'token', 'addressId', 'deliveryId', 'format'],
    ...['scheme', 'reason', 'subStatus'],
  ]
  /** 422 for the statement of another user's balance (Facts 4.3, `BalanceUnknown`), 404 for every other object. */
  const statusOf = (id: string, name: string) =>
    id === 'statements.get' && name === 'balanceId' ? 422 : 404
  const parameters = rows.flatMap(([id, endpoint]) =>
    [...endpoint.route.matchAll(/\{(\w+)\}/g)]
      .map(([, name = '']) => [id, name, statusOf(id, name), endpoint] as const)
      // Operations that accept only personal tokens, such as simulations, are covered by the tests of their modules.
      .filter(
        ([, name, , { access }]) =>
          !skippedParameters.includes(name) && access.token !== 'personal',
      ),
  )

  it('each of skippedParameters is in a path', () => {
    const isInPath = (name: string) =>
      everyEndpoint.some(({ route }) => route.includes(`{${name}}`))
    expect(skippedParameters.filter((name) => !isInPath(name))).toEqual([])
  })

  it.each(parameters)(
    '%s refuses the {%s} of another user with %i',
    async (_, name, status, endpoint) => {
      const annsId = ann.idsFor(endpoint)[name] ?? expect.fail(`the world has no ${name}`)
      const before = await traces(service.db)
      const ids = { ...cid.idsFor(endpoint), [name]: annsId }
      const request = {
        route: fillPath(endpoint.route, endpoint, ids),
        call: exampleCall(endpoint),
      }
      const reply = await send(endpoint, request, cid)
      const { text } = reply
      expect(reply.status).toBe(status)
      expect(ann.secrets.filter((secret) => secret !== annsId && text.includes(secret))).toEqual([])
      expect(await traces(service.db)).toEqual(before)
    },
  )
})
