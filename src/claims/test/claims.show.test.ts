import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { emailOnlyCurrencies } from '../../corridors/index.ts'
import { account, claimableTransfer, claimLinkOf, submitClaim } from './claiming.ts'

describe('claims.show', () => {
  const service = testService()
  const readsPage = async (path: string) => {
    const { status, text } = await service.call(`GET ${path}`)
    expect(status).toBe(200)
    return text
  }

  it('200 without authentication shows sender, amount, expiry and the forms of the currency, and neither reference nor source currency of the transfer', async () => {
    const ann = await service.createUser()
    await claimableTransfer(service, ann)
    const reply = await service.call(`GET ${await claimLinkOf(ann)}`)
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    const policy = String(reply.headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(policy).toContain("form-action 'self'")
    expect(reply.text).toMatch(/<b>Ann Sample<\/b> sends you <b>\d+\.\d\d EUR<\/b>/)
    expect(reply.text).toContain('by 2026-01-19 10:00 UTC')
    expect(reply.text).toContain('name="IBAN"')
    expect(reply.text).toContain('href="?type=swift_code"')
    expect(reply.text).not.toContain('<script')
    expect(reply.text).not.toMatch(/Rent|GBP/)
  })

  it('200 with `type` shows the form of that account type', async () => {
    const ann = await service.createUser()
    await claimableTransfer(service, ann)
    const page = await readsPage(`${await claimLinkOf(ann)}?type=swift_code`)
    expect(page).toContain('name="swiftCode"')
  })

  it('200 with `type` swift_code shows the SWIFT form in a currency without bank forms', async () => {
    const currency = 'AWG'
    expect(emailOnlyCurrencies).toContain(currency)
    const ann = await service.createUser()
    await claimableTransfer(service, ann, currency)
    const page = await readsPage(`${await claimLinkOf(ann)}?type=swift_code`)
    expect(page).toContain('name="bankName"')
    expect(page).toContain(currency)
  })

  it('200 escapes markup in the name of the sender', async () => {
    const ann = await service.createUser()
    await service.db.pool.query(
      `update profiles set details = details || '{"firstName":"<img src=x>"}' where id = $1`,
      [ann.personal],
    )
    await claimableTransfer(service, ann)
    const page = await readsPage(await claimLinkOf(ann))
    expect(page).not.toContain('<img')
    expect(page).toContain('&#60;img')
  })

  it('404 for an unknown link', async () => {
    const ann = await service.createUser()
    await claimableTransfer(service, ann)
    const link = await claimLinkOf(ann)
    const others = [
      '/claims/nonsense',
      `/claims/${ann.personal}-${'a'.repeat(43)}`,
      link.replace(/\d+-/, `${ann.business}-`),
    ]
    for (const other of others) {
      const reply = await service.call(`GET ${other}`)
      expect([reply.status, reply.headers['content-type']]).toEqual([
        404,
        'text/html; charset=utf-8',
      ])
    }
  })

  it('410 for a used link and for an expired link', async () => {
    const ann = await service.createUser()
    await claimableTransfer(service, ann)
    const used = await claimLinkOf(ann)
    expect((await submitClaim(service, used, account)).status).toBe(200)
    expect((await service.call(`GET ${used}`)).status).toBe(410)
    const bob = await service.createUser()
    await claimableTransfer(service, bob, 'EUR', 'bob@example.com')
    const late = await claimLinkOf(bob, 'bob@example.com')
    await service.advance({ hours: 24 * 14 })
    expect((await service.call(`GET ${late}`)).status).toBe(410)
  })
})
