// D113: wrong answers are counted per factor and per day, and nothing that an attacker can ask for resets
// them.

import { describe, expect, it } from 'vitest'
import { type Dice, dice } from '../../../test/support/dice.ts'
import type { Client, Person } from '../../../test/support/people.ts'
import { house, type Reply } from '../../../test/support/service.ts'
import {
  answers,
  asksForCode,
  asksProved,
  challenged,
  clears,
  FACE,
  fundsSomething,
  outcome,
  PIN,
  provesPhone,
  SANDBOX_CODE,
  setsPin,
} from './asking.ts'

const wrongPin = { pin: '0000' }

describe('D113: the lock-out of a factor', () => {
  const h = house()

  const statement = (person: Person, headers: Record<string, string> = {}) =>
    person.call(`GET /v1/profiles/${person.personal}/balance-statements/1/statement.json`, {
      query: {
        currency: 'GBP',
        intervalStart: '2026-01-01T00:00:00Z',
        intervalEnd: '2026-01-02T00:00:00Z',
      },
      headers,
    })

  /** Somebody with a PIN and a verified number. */
  async function provable(): Promise<Person> {
    const ann = await h.user()
    await provesPhone(ann)
    await asksProved(ann, 'POST /v1/user/pin', { body: { pin: PIN } }, 'SMS')
    return ann
  }

  it('D113: a correct SMS code does not reset the count of wrong PINs', async () => {
    const ann = await provable()
    const token = challenged(await statement(ann))
    for (let i = 0; i < 4; i++)
      expect(outcome(await answers(ann, token, 'PIN', wrongPin))).toBe('400 pin.invalid')
    await clears(ann, token, 'SMS')
    const other = challenged(await fundsSomething(ann))
    expect(outcome(await answers(ann, other, 'PIN', wrongPin))).toBe('400 pin.invalid')
    expect(outcome(await answers(ann, other, 'PIN', wrongPin))).toBe('429 sca.locked')
  })

  it('D113: a correct SMS code on a token that is not fully cleared resets no count, not even that of codes', async () => {
    const ann = await provable()
    const token = challenged(await fundsSomething(ann))
    await asksForCode(ann, token)
    const says = (on: string, otpCode: string) =>
      ann.call('POST /v1/one-time-token/sms/verify', {
        body: { otpCode },
        headers: { 'one-time-token': on },
      })
    for (let i = 0; i < 4; i++) await says(token, '000000')
    expect(outcome(await says(token, SANDBOX_CODE))).toBe('200')
    const other = challenged(await fundsSomething(ann))
    await asksForCode(ann, other)
    expect(outcome(await says(other, '000000'))).toBe('400 otp.invalid')
    expect(outcome(await says(other, SANDBOX_CODE))).toBe('429 sca.locked')
  })

  it('D113: the alternatives of a locked factor stay usable, and 429 sca.locked where the factor is required', async () => {
    const ann = await provable()
    const token = challenged(await statement(ann))
    for (let i = 0; i < 5; i++) await answers(ann, token, 'PIN', wrongPin)
    const locked = await answers(ann, token, 'PIN')
    expect([outcome(locked), locked.headers['retry-after']]).toEqual(['429 sca.locked', '900'])
    expect(outcome(await answers(ann, token, 'SMS'))).toBe('200')
    const passed = await statement(ann, { 'one-time-token': token })
    expect(outcome(passed)).toBe('422 request.invalid.balance_id')
    // A high risk asks for two kinds, and a lock does not make it ask for less.
    await h.advance({ minutes: 5 })
    const required = await fundsSomething(ann)
    expect([outcome(required), required.headers['retry-after']]).toEqual(['429 sca.locked', '600'])
    challenged(await statement(ann))
  })

  it('D113: neither deleting the PIN nor setting a new one resets its count', async () => {
    const ann = await h.user()
    await setsPin(ann, '7294')
    for (let i = 0; i < 5; i++) {
      const token = challenged(await fundsSomething(ann))
      expect(outcome(await answers(ann, token, 'PIN', wrongPin))).toBe('400 pin.invalid')
      expect((await ann.call(`DELETE /v1/users/${ann.userId}/pin`)).status).toBe(204)
      await setsPin(ann, '7294')
    }
    expect(outcome(await fundsSomething(ann))).toBe('429 sca.locked')
  })

  it('D113: wrong codes for phone numbers and for challenges share a count, and verifying a number does not reset it', async () => {
    const ann = await provable()
    const asking = { body: { phoneNumber: '+447700900777' } }
    const { body } = await asksProved(ann, 'POST /v1/user/phone-numbers', asking, 'PIN', 'SMS')
    const verifies = (otpCode: string) =>
      ann.call(`POST /v1/user/phone-numbers/${body.id}/verification`, { body: { otpCode } })
    for (let i = 0; i < 4; i++) expect(outcome(await verifies('000000'))).toBe('400 otp.invalid')
    expect(outcome(await verifies(SANDBOX_CODE))).toBe('200')
    const token = challenged(await fundsSomething(ann))
    expect(outcome(await answers(ann, token, 'SMS', { otpCode: '000000' }))).toBe('400 otp.invalid')
    expect(outcome(await answers(ann, token, 'SMS'))).toBe('429 sca.locked')
  })

  it('D113: ten wrong answers within a day lock the user for 24 hours, even with correct answers in between', async () => {
    const ann = await provable()
    for (let wrong = 0; wrong < 10; wrong++) {
      const token = challenged(await fundsSomething(ann))
      const kind = wrong % 2 === 0 ? 'PIN' : 'SMS'
      const body = kind === 'PIN' ? wrongPin : { otpCode: '000000' }
      expect(outcome(await answers(ann, token, kind, body))).toMatch(/^400 /)
      // Everything is right, and the whole token is cleared.
      if (wrong < 9) {
        await clears(ann, token, 'SMS')
        await answers(ann, token, 'PIN')
      }
      await h.advance({ minutes: 20 })
    }
    for (const ask of [fundsSomething, statement])
      expect((await ask(ann)).headers['retry-after']).toBe('85200')
    await h.advance({ seconds: 85_199 })
    expect(outcome(await fundsSomething(ann))).toBe('429 sca.locked')
    await h.advance({ seconds: 1 })
    challenged(await fundsSomething(ann))
  })
})

/**
 * Somebody who has stolen the application: a user's token, a client token, and the text messages. They ask
 * for anything, in any order and at once, to find the PIN. Each guess that they are told to be wrong counts.
 */
describe('D113: an attacker with a stolen application', () => {
  const h = house()
  const STEPS = 150

  type World = {
    readonly ann: Person
    readonly client: Client
    readonly tokens: string[]
    /** When somebody was told that an answer was wrong. */
    readonly guesses: Temporal.Instant[]
    readonly chance: Dice
    phone: number
  }

  const tokenOf = ({ headers }: Reply) => headers['x-2fa-approval'] as string | undefined
  const token = ({ chance, tokens }: World) => (tokens.length === 0 ? 'none' : chance.pick(tokens))

  function noting({ guesses }: World, reply: Reply): void {
    if (/^400 (?:pin|otp|facemap)\.invalid/.test(outcome(reply))) guesses.push(h.now())
  }

  const guess = async (world: World) =>
    noting(world, await answers(world.ann, token(world), 'PIN', wrongPin))

  /** As many wrong PINs as lock nothing, and then the other factor, which clears the token. */
  async function guessesAndClears(world: World): Promise<void> {
    const made = tokenOf(await readsStatement(world))
    if (made === undefined) return
    for (let n = 0; n < 4; n++) noting(world, await answers(world.ann, made, 'PIN', wrongPin))
    await answers(world.ann, made, 'SMS')
  }

  const readsStatement = ({ ann }: World) =>
    ann.call(`GET /v1/profiles/${ann.personal}/balance-statements/1/statement.csv`, {
      query: {
        currency: 'GBP',
        intervalStart: '2026-01-01T00:00:00Z',
        intervalEnd: '2026-01-02T00:00:00Z',
      },
    })

  const operations: readonly ((world: World) => Promise<unknown>)[] = [
    guess,
    guess,
    async (world) => {
      const made = tokenOf(await fundsSomething(world.ann))
      if (made !== undefined) world.tokens.push(made)
    },
    async (world) => {
      const made = tokenOf(await readsStatement(world))
      if (made !== undefined) world.tokens.push(made)
    },
    (world) => Promise.all(Array.from({ length: 6 }, () => guess(world))),
    (world) => answers(world.ann, token(world), 'SMS'),
    (world) => guessesAndClears(world),
    (world) => guessesAndClears(world),
    async (world) =>
      noting(world, await answers(world.ann, token(world), 'SMS', { otpCode: '000000' })),
    (world) => answers(world.ann, token(world), 'FACE_MAP'),
    async (world) =>
      noting(world, await answers(world.ann, token(world), 'FACE_MAP', { faceMap: 'QUJD' })),
    async ({ ann, client, chance }) => {
      const by = chance.once(2) ? client : ann
      await by.call(`DELETE /v1/users/${ann.userId}/pin`)
      const setting = { body: { pin: '7294' } }
      const made = tokenOf(await ann.call('POST /v1/user/pin', setting))
      if (made === undefined) return
      await answers(ann, made, 'SMS')
      await answers(ann, made, 'FACE_MAP')
      await ann.call('POST /v1/user/pin', { ...setting, headers: { 'one-time-token': made } })
    },
    (world) =>
      world.ann.call('POST /v1/user/facemap/enrol', {
        body: { faceMap: FACE },
        headers: { 'one-time-token': token(world) },
      }),
    ({ ann, client }) => client.call(`DELETE /v1/users/${ann.userId}/facemap/enrol`),
    async (world) => {
      const phoneNumber = `+4477009${String(10_000 + world.chance.roll(80_000))}`
      const headers = { 'one-time-token': token(world) }
      const route = world.chance.once(2)
        ? 'POST /v1/user/phone-numbers'
        : `PUT /v1/user/phone-numbers/${world.phone}`
      const reply = await world.ann.call(route, { body: { phoneNumber }, headers })
      if (reply.status === 200) world.phone = reply.body.id
    },
    async (world) => {
      const { ann, phone, chance } = world
      const otpCode = chance.once(2) ? SANDBOX_CODE : '000000'
      const route = `POST /v1/user/phone-numbers/${phone}/verification`
      const headers = { 'one-time-token': token(world) }
      noting(world, await ann.call(route, { body: { otpCode }, headers }))
    },
    ({ chance }) => h.advance({ minutes: 1 + chance.roll(45) }),
  ]

  it.each([1, 2, 3, 4, 5, 6])(
    'gets at most ten wrong guesses a day with any sequence of requests (seed %i)',
    async (seed) => {
      const client = await h.client()
      const ann = await h.user({ applicationId: client.applicationId })
      const phone = await provesPhone(ann)
      await asksProved(ann, 'POST /v1/user/pin', { body: { pin: '7294' } }, 'SMS')
      const world: World = { ann, client, tokens: [], guesses: [], chance: dice(seed), phone }
      for (let step = 0; step < STEPS; step++) {
        await world.chance.pick(operations)(world)
        world.tokens.splice(0, world.tokens.length - 4)
      }
      const inDayFrom = (from: Temporal.Instant) =>
        world.guesses.filter(
          (at) =>
            Temporal.Instant.compare(at, from) >= 0 &&
            Temporal.Instant.compare(at, from.add({ hours: 24 })) < 0,
        ).length
      expect(world.guesses.length).toBeGreaterThan(2)
      expect(Math.max(...world.guesses.map(inDayFrom))).toBeLessThanOrEqual(10)
    },
  )
})
