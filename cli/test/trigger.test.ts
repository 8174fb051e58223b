// `godwit trigger`: a running sandbox sends each event to a webhook, and the ledger is correct afterwards.

import { createGodwit, type Godwit, type WebhookEvent } from '@godwit/sdk'
import { EVENTS, type EventName, type Inbox, listen } from '@godwit/sdk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeServers } from '../../test/support/local-servers.ts'
import { SANDBOX_TOKEN } from '../src/service.ts'
import { runCommand } from './command.ts'
import { startProxy } from './proxy.ts'
import { sandbox } from './sandbox.ts'

const names = Object.keys(EVENTS) as EventName[]
const service = sandbox()
let godwit: Godwit
let applicationInbox: Inbox
let profileInbox: Inbox

beforeAll(async () => {
  godwit = createGodwit({ baseUrl: service.url, token: SANDBOX_TOKEN })
  const body = {
    grant_type: 'client_credentials',
    client_id: 'sandbox-app',
    client_secret: 'sandbox-app-secret',
  }
  const { access_token: token } = await godwit.users.createToken({ body })
  const application = createGodwit({ baseUrl: service.url, token })
  applicationInbox = await listen(application, { application: 'sandbox-app' })
  profileInbox = await listen(godwit, {
    events: names.filter((name) => !EVENTS[name].ofApplications),
  })
})
afterAll(async () => {
  closeServers()
  await applicationInbox?.close()
  await profileInbox?.close()
})

/** The values of the fields, at any depth, whose names end in `id` or `token`. */
function idsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]) =>
    /(id|token)$/i.test(name) ? [String(field)] : idsIn(field),
  )
}

const trigger = (...args: string[]) => runCommand(['trigger', '--url', service.url, ...args])

describe('godwit trigger', () => {
  it.each(names)('%s is sent for each of two triggers', async (name) => {
    const receiver = EVENTS[name].ofApplications ? applicationInbox : profileInbox
    for (let n = 0; n < 2; n++) {
      const earlier = new Set(receiver.events)
      const { code, err, json } = await trigger(name, '--json')
      expect([code, err]).toEqual([0, expect.stringContaining('progress')])
      const [{ event, ...ids }] = json()
      expect(event).toBe(name)
      const wanted = new Set(Object.values(ids).map(String))
      const isOfTrigger = (received: WebhookEvent) =>
        !earlier.has(received) && idsIn(received.data).some((id) => wanted.has(id))
      const received = await receiver.next(name, { where: isOfTrigger })
      expect(received.event_type).toBe(name)
    }
  })

  it('leaves a correct ledger', async () => {
    expect(await service.audit()).toEqual([])
  })

  it('--list has a line for each event', async () => {
    const { code, json, out } = await trigger('--list', '--json')
    const events = json().map(({ event }) => event)
    expect([code, events.toSorted()]).toEqual([0, names.toSorted()])
    expect(json().every(({ does }) => does.length > 0)).toBe(true)
    expect(out.split('\n')).toHaveLength(names.length + 1)
  })

  it.each([
    [[], 'Name an event, or use --list. The events are transfers#state-change, '],
    [['transfers#lost'], 'There is no event transfers#lost. The events are '],
    [['toString'], 'There is no event toString.'],
  ])('exits with 2 for %j and prints: %s', async (args, message) => {
    const { code, out, err } = await trigger(...args)
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)])
  })

  it('exit code 1 for a profile that does not exist, and no transfer is created', async () => {
    const before = await godwit.transfers.listTransfers({ query: {} })
    const { code, err } = await trigger('transfers#state-change', '--profile', '999999')
    expect([code, err]).toEqual([1, expect.stringContaining('status 404')])
    expect(await godwit.transfers.listTransfers({ query: {} })).toEqual(before)
  })

  it('exit code 3 and what a repetition does when the service becomes overloaded after the first change', async () => {
    let changes = 0
    const url = await startProxy(service.url, ({ method }) => {
      if (method === 'POST') changes++
      return changes > 1 ? 'overloaded' : undefined
    })
    const { code, err } = await runCommand(['trigger', 'transfers#state-change', '--url', url])
    expect([code, err]).toEqual([3, expect.stringContaining('what it has created stays.')])
    expect(err).not.toContain('Repeat the command later')
  })

  it('exit code 3 without a service', async () => {
    expect(
      (await runCommand(['trigger', names[0] ?? '', '--url', 'http://127.0.0.1:2'])).code,
    ).toBe(3)
  })
})
