import { describe, expect, it } from 'vitest'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, readsTransfer, simulate } from '../../../test/support/transfers.ts'
import { account, claimableTransfer, claimLinkOf, submitClaim } from './claiming.ts'

describe('claims.submit', () => {
  const service = testService()
  const storedAccount = async (id: number) =>
    (
      await service.db.pool.query('select account from transfer_claims where transfer_id = $1', [
        id,
      ])
    ).rows[0].account

  it('200 continues the transfer, and the sender cannot read the account', async () => {
    const ann = await service.createUser()
    const { id, targetAccount } = await claimableTransfer(service, ann)
    const reply = await submitClaim(service, await claimLinkOf(ann))
    expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('Thank you')])
    expect(await storedAccount(id)).toEqual({
      type: 'iban',
      accountHolderName: 'Nora Sample',
      details: { legalType: 'PRIVATE', IBAN: account.IBAN },
    })
    expect(await readsTransfer(ann, id)).toMatchObject({
      status: 'funds_converted',
      hasActiveIssues: false,
    })
    expect((await simulate(ann, id, 'outgoing_payment_sent')).body.status).toBe(
      'outgoing_payment_sent',
    )
    const shown = [
      await ok(ann.call(`GET /v1/transfers/${id}`)),
      await ok(ann.call(`GET /v2/accounts/${targetAccount}`)),
      await ok(ann.call(`GET /v1/transfers/${id}/issues`)),
      (await service.db.pool.query('select payload from events')).rows,
    ]
    expect(JSON.stringify(shown)).not.toContain(account.IBAN)
  })

  it('200 records an event that the issue is resolved', async () => {
    const ann = await service.createUser()
    const { id } = await claimableTransfer(service, ann)
    await submitClaim(service, await claimLinkOf(ann))
    const { rows } = await service.db.pool.query(
      `select name, payload->'active_cases' as cases from events where subject = $1 order by number`,
      [`transfer:${id}`],
    )
    expect(rows.filter(({ name }) => name === 'transfers#active-cases')).toMatchObject([
      { cases: ['recipient_details_missing'] },
      { cases: [] },
    ])
  })

  it('200 with action refresh shows the dependent fields and stores nothing', async () => {
    const ann = await service.createUser()
    const { id } = await claimableTransfer(service, ann, 'JPY')
    const link = await claimLinkOf(ann)
    const filled = {
      type: 'japanese',
      action: 'refresh',
      bankCode: '6470',
      accountNumber: '1234567',
    }
    expect((await service.call(`GET ${link}`)).text).not.toContain('<option value="100"')
    const reply = await submitClaim(service, link, filled)
    expect(reply.status).toBe(200)
    expect(reply.text).toContain('<option value="6470" selected>')
    expect(reply.text).toContain('<option value="100"')
    expect(reply.text).toContain('value="1234567"')
    expect(await storedAccount(id)).toBeNull()
    expect((await service.call(`GET ${link}`)).status).toBe(200)
  })

  it('422 shows each fault at its field, with the entered values, and the link can be used again', async () => {
    const ann = await service.createUser()
    const { id } = await claimableTransfer(service, ann)
    const link = await claimLinkOf(ann)
    const reply = await submitClaim(service, link, {
      ...account,
      IBAN: '"><script>',
      accountHolderName: '',
    })
    expect(reply.status).toBe(422)
    expect(reply.text).toContain('value="&#34;&#62;&#60;script&#62;"')
    for (const name of ['IBAN', 'accountHolderName'])
      expect(reply.text).toMatch(new RegExp(`name="${name}"[^>]*>\n<small class="wrong">`))
    expect(reply.text.match(/<small class="wrong">/g)).toHaveLength(2)
    expect(await storedAccount(id)).toBeNull()
    expect((await submitClaim(service, link)).status).toBe(200)
  })

  it('422 for an account type that the currency does not have, and without a type', async () => {
    const ann = await service.createUser()
    await claimableTransfer(service, ann)
    const link = await claimLinkOf(ann)
    for (const type of ['aba', 'email', ''])
      expect((await submitClaim(service, link, { ...account, type })).status).toBe(422)
  })

  it('410 for the second answer, also when two are concurrent', async () => {
    const ann = await service.createUser()
    const { id } = await claimableTransfer(service, ann)
    const link = await claimLinkOf(ann)
    const first = () => submitClaim(service, link)
    const second = () =>
      submitClaim(service, link, { ...account, IBAN: 'FR1420041010050500013M02606' })
    const lock = rowLock('transfers', { id })
    const replies = await raceResults(service.db, lock, [first, second])
    expect(replies.map(({ status }) => status)).toEqual([200, 410])
    expect((await storedAccount(id)).details.IBAN).toBe(account.IBAN)
    expect((await submitClaim(service, link)).status).toBe(410)
  })

  it('404 for an unknown link', async () => {
    expect((await submitClaim(service, '/claims/nonsense')).status).toBe(404)
  })
})
