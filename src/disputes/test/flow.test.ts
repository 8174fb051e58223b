// A strict client of the dynamic flow starts from the list of reasons. It renders, fills and submits every form that a step
// shows, and shows each message at its field.

import { beforeEach, describe, expect, it } from 'vitest'
import type { FlowClient } from '../../../test/support/dynamic-flow.ts'
import type { FlowField } from '../../../test/support/dynamic-flow-format.ts'
import { samples } from '../../../test/support/multipart.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'
import { disputeCodes } from '../reasons.ts'
import { disputesPathOf, openFlow, paysByCard, submitsDispute } from './disputing.ts'

const service = testService()
let ann: Person
beforeEach(async () => {
  ann = await service.createUser()
})

const pathOf = ({ path }: FlowField) => path.join('.')
const nameOf = ({ path }: FlowField) => path.at(-1)

/** An answer that the form accepts. */
function answerOf(field: FlowField): unknown {
  const { kind, schema } = field
  if (kind === 'choice') {
    const options = schema['oneOf'] as readonly { const: unknown }[]
    // The second option of "Did you agree?" needs no reason.
    return options[nameOf(field) === 'agreed' ? 1 : 0]?.const
  }
  if (kind === 'checkbox') return true
  if (kind === 'number') return pathOf(field) === 'form.received.value' ? 0 : 10.5
  if (schema['format'] === 'date') return '2026-01-02'
  return pathOf(field) === 'transaction.email' ? 'ann@example.com' : 'Some text'
}

async function fillAll(client: FlowClient): Promise<void> {
  for (const field of client.state.fields)
    if (field.kind === 'upload') await client.upload(field.path, 'a.png', samples.png)
    else client.fill(field.path, answerOf(field))
}

/** Reasons whose step offers narrower reasons instead of a form. */
const withDecision: readonly string[] = ['TROUBLE_WITH_GOODS_SERVICES', 'MERCHANT_CHARGED_AGAIN']
const codesWithForm = disputeCodes.filter((code) => !withDecision.includes(code))

type ListedReason = { code: string; subOptions?: ListedReason[] }

/** The forms that a customer reaches from a reason: through its sub-options and the decisions of its steps. */
async function* formsFrom(code: string, transactionId: number): AsyncGenerator<FlowClient> {
  const client = await openFlow(ann, code, transactionId)
  const { options } = client.state
  if (options.length === 0) yield client
  for (const option of options) {
    const chosen = await openFlow(ann, code, transactionId)
    await chosen.choose(option)
    expect(chosen.state.options).toEqual([])
    yield chosen
  }
}

const listReasons = async (): Promise<ListedReason[]> =>
  ok(ann.call(`GET /v3/spend/profiles/${ann.personal}/dispute-form/reasons`))

describe('the dynamic flow', () => {
  it('reaches the form of every reason but the two that only lead to narrower reasons, and each form is submitted', async () => {
    const submitted = new Set<string>()
    const reasons = await listReasons()
    expect(reasons).toHaveLength(6)
    for (const { code } of reasons.flatMap((each) => [each, ...(each.subOptions ?? [])])) {
      const transactionId = await paysByCard(service, ann)
      for await (const client of formsFrom(code, transactionId)) {
        await fillAll(client)
        await client.press('Submit')
        expect([...client.errors]).toEqual([])
        expect(client.isOver).toBe(true)
        const query = { transactionId: String(transactionId), status: 'ACTIVE' }
        const { disputes } = await ok(ann.call(`GET ${disputesPathOf(ann)}`, { query }))
        expect(disputes).toHaveLength(1)
        submitted.add(disputes[0].reason)
        const body = { status: 'CLOSED' }
        await ok(ann.call(`PUT ${disputesPathOf(ann)}/${disputes[0].id}/status`, { body }))
      }
    }
    expect([...submitted].sort()).toEqual([...codesWithForm].sort())
  })

  it('shows a general error when the transaction is disputed already', async () => {
    const id = await paysByCard(service, ann)
    await submitsDispute(ann, id)
    const client = await openFlow(ann, 'SCAM', id)
    await fillAll(client)
    await client.press('Submit')
    expect([...client.errors]).toEqual([['', 'general error 409']])
  })

  it('shows a general error for a file of an unsupported type, and a message at the field of an expired file', async () => {
    const client = await openFlow(ann, 'SCAM', await paysByCard(service, ann))
    await client.upload(['files', 'receipt'], 'a.txt', Buffer.from('text'))
    expect([...client.errors.keys()]).toEqual([''])
    await client.upload(['files', 'receipt'], 'a.png', samples.png)
    expect([...client.errors]).toEqual([])
    await service.advance({ hours: 3 })
    for (const field of client.state.fields)
      if (field.kind !== 'upload') client.fill(field.path, answerOf(field))
    await client.press('Submit')
    expect([...client.errors.keys()]).toEqual(['files.receipt'])
  })

  it.each(codesWithForm)(
    '%s shows the message of each required field that is missing',
    async (code) => {
      const client = await openFlow(ann, code, await paysByCard(service, ann))
      const required = client.state.fields.filter((field) => field.isRequired).map(pathOf)
      for (const field of client.state.fields)
        if (field.isRequired) client.fill(field.path, undefined)
      await client.press('Submit')
      expect([...client.errors.keys()].sort()).toEqual(required.sort())
      expect(client.isOver).toBe(false)
    },
  )

  it.each(codesWithForm)('%s shows a message at each field with a wrong value', async (code) => {
    const client = await openFlow(ann, code, await paysByCard(service, ann))
    const wrong = (field: FlowField): unknown[] => {
      const { kind, schema } = field
      if (kind === 'number') return ['many', -1, 1.005, 1e30, true, {}]
      if (kind === 'choice') return ['other', 7, [], null]
      if (kind === 'checkbox') return [false, 'no', 1]
      if (schema['format'] === 'date') return ['2026-02-30', '2.1.2026', 20260102, '9999-99-99']
      return ['x'.repeat(1001), 5, { a: 1 }, 'a\u0007b']
    }
    for (const field of client.state.fields.filter(({ kind }) => kind !== 'upload'))
      for (const value of wrong(field)) {
        for (const each of client.state.fields)
          if (each.kind !== 'upload') client.fill(each.path, answerOf(each))
        client.fill(field.path, value)
        await client.press('Submit')
        expect([...client.errors.keys()], `${pathOf(field)} ${JSON.stringify(value)}`).toEqual(
          value === null && !field.isRequired ? [] : [pathOf(field)],
        )
      }
  })
})
