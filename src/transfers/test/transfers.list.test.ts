import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer, outcome } from '../../../test/support/transfers.ts'

describe('transfers.list', () => {
  const service = testService()
  const idsOf = (reply: { body: { id: number }[] }) => reply.body.map(({ id }) => id)

  it('200 with a bare array of the transfers of the personal profile, ascending by id', async () => {
    const ann = await service.createUser()
    const one = await createsTransfer(ann)
    const two = await createsTransfer(ann)
    await createsTransfer(ann, { profile: ann.business })
    const reply = await ann.call('GET /v1/transfers')
    expect([reply.status, idsOf(reply)]).toEqual([200, [one.id, two.id]])
  })

  it('200 filtered by profile, status, currency and day, both ends inclusive', async () => {
    const ann = await service.createUser()
    const euros = await createsTransfer(ann)
    await ann.call(`PUT /v1/transfers/${euros.id}/cancel`)
    const dollars = await createsTransfer(ann, { target: 'USD' })
    const ofBusiness = await createsTransfer(ann, { profile: ann.business })
    const today = service.now().toString().slice(0, 10)
    for (const [query, ids] of [
      [{ profile: String(ann.business) }, [ofBusiness.id]],
      [{ status: 'cancelled' }, [euros.id]],
      [{ status: 'cancelled,incoming_payment_waiting' }, [euros.id, dollars.id]],
      // Gap 241: a repeated status counts once.
      [{ status: 'cancelled,cancelled' }, [euros.id]],
      [{ targetCurrency: 'USD' }, [dollars.id]],
      [{ sourceCurrency: 'EUR' }, []],
      [{ sourceCurrency: 'GBP' }, [euros.id, dollars.id]],
      [{ createdDateStart: today, createdDateEnd: today }, [euros.id, dollars.id]],
      [{ createdDateEnd: '2020-01-01' }, []],
      [
        { createdDateStart: service.now().toString(), createdDateEnd: service.now().toString() },
        [euros.id, dollars.id],
      ],
    ] as const)
      expect([query, idsOf(await ann.call('GET /v1/transfers', { query }))]).toEqual([query, ids])
  })

  it('D96: 200 for profileId as for profile; 400 transfers.list.invalid when they name different profiles', async () => {
    const ann = await service.createUser()
    const ofBusiness = await createsTransfer(ann, { profile: ann.business })
    const business = String(ann.business)
    const list = (query: Record<string, string>) => ann.call('GET /v1/transfers', { query })
    expect(idsOf(await list({ profileId: business }))).toEqual([ofBusiness.id])
    expect(idsOf(await list({ profileId: business, profile: business }))).toEqual([ofBusiness.id])
    const refused = await list({ profileId: business, profile: String(ann.personal) })
    expect(outcome(refused)).toBe('400 transfers.list.invalid')
    expect(refused.body.errors[0].path).toBe('profileId')
  })

  it('D96: 200 includes the transfers of the whole second that createdDateEnd states', async () => {
    const ann = await service.createUser()
    await service.advance({ milliseconds: 750 })
    const { id, created } = await createsTransfer(ann)
    const shown = `${created.replace(' ', 'T')}Z`
    const list = (query: Record<string, string>) => ann.call('GET /v1/transfers', { query })
    expect(idsOf(await list({ createdDateEnd: shown }))).toEqual([id])
    const before = Temporal.Instant.from(shown).subtract({ milliseconds: 1 }).toString()
    expect(idsOf(await list({ createdDateEnd: before }))).toEqual([])
  })

  it('200 in pages by offset and by seekPosition', async () => {
    const ann = await service.createUser()
    const ids: number[] = []
    for (let n = 0; n < 3; n++) ids.push((await createsTransfer(ann)).id)
    const page = (query: Record<string, string>) => ann.call('GET /v1/transfers', { query })
    expect(idsOf(await page({ limit: '2' }))).toEqual(ids.slice(0, 2))
    expect(idsOf(await page({ limit: '2', offset: '2' }))).toEqual(ids.slice(2))
    expect(idsOf(await page({ limit: '2', seekPosition: String(ids[0]) }))).toEqual(ids.slice(1))
  })

  it('200 with an empty list for a profile of another user', async () => {
    const ann = await service.createUser()
    const eve = await service.createUser()
    await createsTransfer(ann)
    const reply = await eve.call('GET /v1/transfers', { query: { profile: String(ann.personal) } })
    expect([reply.status, reply.body]).toEqual([200, []])
  })

  it('200 with an empty list for documented statuses that no transfer ever has', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    const statuses = 'unknown,charged_back,incoming_payment_initiated'
    const idsFor = async (status: string) =>
      idsOf(await ann.call('GET /v1/transfers', { query: { status } }))
    expect(await idsFor(statuses)).toEqual([])
    expect(await idsFor(`${statuses},incoming_payment_waiting`)).toEqual([id])
    expect(await idsFor('waiting_recipient_input_to_proceed')).toEqual([])
  })

  it('400 transfers.list.invalid for an offset that is not a multiple of limit, an invalid date or an unknown status', async () => {
    const ann = await service.createUser()
    for (const [query, path] of [
      [{ limit: '2', offset: '1' }, 'offset'],
      [{ createdDateStart: 'yesterday' }, 'createdDateStart'],
      [{ createdDateEnd: '2026-02-30' }, 'createdDateEnd'],
      [{ createdDateStart: '0000-12-31' }, 'createdDateStart'],
      [{ createdDateEnd: '9999-01-01' }, 'createdDateEnd'],
      [{ status: 'gone' }, 'status'],
    ] as const) {
      const reply = await ann.call('GET /v1/transfers', { query })
      expect([query, outcome(reply)]).toEqual([query, '400 transfers.list.invalid'])
      expect(reply.body.errors[0].path).toBe(path)
    }
  })

  it('400 Range for a limit of more than 100', async () => {
    const ann = await service.createUser()
    const list = (limit: string) => ann.call('GET /v1/transfers', { query: { limit } })
    expect((await list('100')).status).toBe(200)
    const refused = await list('101')
    expect(outcome(refused)).toBe('400 Range')
    expect(refused.body.errors[0].path).toBe('limit')
  })
})
