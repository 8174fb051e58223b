// GET /v1/sandbox/profiles/{profileId}/events: what has happened to the resources of a profile.

import { expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import {
  createsTransfer,
  fundTransfer,
  ok,
  outcome,
  topsUp,
} from '../../../test/support/transfers.ts'
import { paysByCard, submitsDispute } from '../../disputes/test/disputing.ts'

const service = testService()
const routeOf = ({ personal }: Person) => `GET /v1/sandbox/profiles/${personal}/events`

type Page = {
  cursor: string | null
  events: { name: string; resource: string; from: string | null; to: string | null }[]
}

const readPage = (person: Person, query: Record<string, string> = {}): Promise<Page> =>
  ok(person.call(routeOf(person), { query }))

async function paysTransfer() {
  const ann = await service.createUser()
  await topsUp(ann, 'GBP', 1000)
  const { id } = await createsTransfer(ann)
  await service.advance({ minutes: 1 })
  await ok(fundTransfer(ann, id))
  return { ann, resource: `transfer:${id}` }
}

it('gap 970: 200 lists the states of a transfer with their times, newest first', async () => {
  const { ann, resource } = await paysTransfer()
  const { status, body } = await ann.call(routeOf(ann), { query: { resource } })
  expect(status).toBe(200)
  expect(body).toEqual({
    cursor: null,
    events: [
      {
        id: expect.any(Number),
        name: 'transfers#state-change',
        resource,
        number: 2,
        from: 'incoming_payment_waiting',
        to: 'processing',
        occurredAt: service.now().toString({ smallestUnit: 'millisecond' }),
      },
      expect.objectContaining({ number: 1, from: null, to: 'incoming_payment_waiting' }),
    ],
  })
})

it('gap 1030: 200 lists the sub-statuses of a dispute as its states', async () => {
  const ann = await service.createUser()
  const { id } = await submitsDispute(ann, await paysByCard(service, ann))
  const move = `POST /v1/simulation/spend/profiles/${ann.personal}/disputes/${id}/IN_REVIEW`
  await ok(ann.call(move, { body: {} }))
  const { events } = await readPage(ann, { resource: `dispute:${id}` })
  expect(events.map(({ to }) => to)).toEqual(['IN_REVIEW', 'SUBMITTED'])
})

it('200 lists the events of all resources when the query has no resource', async () => {
  const { ann, resource } = await paysTransfer()
  const { events } = await readPage(ann)
  expect(events.filter((event) => event.resource === resource)).toHaveLength(2)
  expect(events.length).toBeGreaterThan(2)
})

it('200 lists no events for a resource with the wildcard %', async () => {
  const { ann } = await paysTransfer()
  expect(await readPage(ann, { resource: 'transfer:%' })).toEqual({ cursor: null, events: [] })
})

it('pages list each event of a resource once, and a first page without events has a next cursor', async () => {
  const { ann, resource } = await paysTransfer()
  await topsUp(ann, 'EUR', 1)
  const states: (string | null)[] = []
  const counts: number[] = []
  let nextCursor: string | null = null
  do {
    const query = { resource, size: '1', ...(nextCursor !== null && { nextCursor }) }
    const { events, cursor }: Page = await readPage(ann, query)
    states.push(...events.map(({ to }) => to))
    counts.push(events.length)
    nextCursor = cursor
  } while (nextCursor !== null)
  expect(states).toEqual(['processing', 'incoming_payment_waiting'])
  expect(counts.filter((count) => count === 1)).toHaveLength(2)
  expect(counts[0]).toBe(0)
})

it('400 event.cursor.invalid at nextCursor for a text that no page returned as its cursor', async () => {
  const ann = await service.createUser()
  const { status, body } = await ann.call(routeOf(ann), { query: { nextCursor: "1' or 1=1" } })
  expect(status).toBe(400)
  expect(body.errors).toMatchObject([{ code: 'event.cursor.invalid', path: 'nextCursor' }])
})

it('404 not.found for the profile of another user', async () => {
  const { ann } = await paysTransfer()
  const bob = await service.createUser()
  expect(outcome(await bob.call(routeOf(ann)))).toBe('404 not.found')
})
