import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { postForm } from '../../users/test/token-requests.ts'
import { oneTimeToken } from '../timers.ts'
import { challengedPayer, createsApplication, formOf, openPage } from './approval-page.ts'
import {
  challengeToken,
  passesChallenges,
  payTransfer,
  requestFunding,
  setsPin,
} from './protected-requests.ts'

const ORIGIN = 'https://app.example.com'

describe('security.open-approval', () => {
  const service = testService()

  it('D109: 200 shows the application, the amount and the payee, with and without a trailing slash', async () => {
    const { ott } = await challengedPayer(service, `${ORIGIN}/callback`)
    for (const path of ['/approve-api-action', '/approve-api-action/']) {
      const reply = await postForm(service, path, { ott, parentHostname: ORIGIN })
      expect([reply.status, reply.headers['content-type']]).toEqual([
        200,
        'text/html; charset=utf-8',
      ])
      for (const text of [
        'Payroll &#38; Co',
        'Pay a transfer',
        '100.00 GBP',
        'Nora Sample',
        ORIGIN,
      ])
        expect(reply.text).toContain(text)
      expect(reply.text).toContain('name="pin"')
      expect(reply.text).not.toContain('name="otpCode"')
      expect(formOf(reply).fields).toMatchObject({ ott, parentHostname: ORIGIN, factor: 'PIN' })
    }
  })

  it('D109: the policy forbids framing, scripts without a declared hash and forms to other origins; the cookie is HttpOnly and SameSite=Strict', async () => {
    const { ott } = await challengedPayer(service, `${ORIGIN}/callback`)
    const { headers } = await openPage(service, ott, ORIGIN)
    const policy = String(headers['content-security-policy'])
    for (const directive of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "base-uri 'none'",
    ])
      expect(policy).toContain(directive)
    expect(policy).toMatch(/script-src 'sha256-[^']+'$/)
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' })
    expect(headers['set-cookie']).toMatch(/^godwit_approval=.*; HttpOnly; SameSite=Strict$/)
  })

  it.each([
    'https://evil.example.com',
    'https://app.example.com.evil.example',
    'https://app.example.com@evil.example',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://app.example.com/callback',
    'https://APP.example.com',
    '*',
    'null',
    '',
    'javascript:alert(1)',
    'data:text/html,x',
    '"><script>alert(1)</script>',
    'http://localhost:3000',
  ])(
    'D109: 400 for the unregistered parentHostname "%s", and the page shows no payee and has no script',
    async (parentHostname) => {
      const { ott } = await challengedPayer(service, `${ORIGIN}/callback`, 'com.example.app:/back')
      const reply = await openPage(service, ott, parentHostname)
      expect(reply.status).toBe(400)
      expect(reply.text).not.toContain('Nora Sample')
      expect(reply.text).not.toContain('<script')
    },
  )

  it('D109: 200 with the registered origin in the form when parentHostname is only the host of that origin', async () => {
    const { ott } = await challengedPayer(service, `${ORIGIN}/callback`)
    const reply = await openPage(service, ott, 'app.example.com')
    expect(reply.status).toBe(200)
    expect(formOf(reply).fields['parentHostname']).toBe(ORIGIN)
  })

  it('D109: 200 for http origins of localhost, 127.0.0.1 and [::1] when the application has registered loopback, 400 for other origins (gap 354)', async () => {
    const { ott } = await challengedPayer(service, 'loopback')
    expect((await openPage(service, ott, 'http://localhost:3000')).status).toBe(200)
    expect((await openPage(service, ott, 'http://127.0.0.1:4000')).status).toBe(200)
    expect((await openPage(service, ott, 'http://[::1]:5000')).status).toBe(200)
    expect((await openPage(service, ott, 'https://localhost:3000')).status).toBe(400)
    expect((await openPage(service, ott, ORIGIN)).status).toBe(400)
  })

  it('D109: 400 for the origin of another application than the one whose request was challenged', async () => {
    const { ott } = await challengedPayer(service, `${ORIGIN}/callback`)
    await createsApplication(service, 'https://other.example.com/callback')
    expect((await openPage(service, ott, 'https://other.example.com')).status).toBe(400)
  })

  it('D109: 400 when the challenged request used a personal token, because no application made it', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const ott = challengeToken(await requestFunding(ann))
    expect((await openPage(service, ott, ORIGIN)).status).toBe(400)
  })

  it('D109: 404 for a token that is unknown, expired, invalidated or used', async () => {
    expect((await openPage(service, 'unknown', ORIGIN)).status).toBe(404)
    expect((await postForm(service, '/approve-api-action', {})).status).toBe(404)
    const used = await challengedPayer(service, `${ORIGIN}/callback`)
    await passesChallenges(used.ann, used.ott, 'PIN')
    await payTransfer(used.ann, used.id, { 'one-time-token': used.ott })
    expect((await openPage(service, used.ott, ORIGIN)).status).toBe(404)
    const invalidated = await challengedPayer(service, `${ORIGIN}/callback`)
    await invalidated.ann.call(`DELETE /v1/users/${invalidated.ann.userId}/pin`)
    expect((await openPage(service, invalidated.ott, ORIGIN)).status).toBe(404)
    const expired = await challengedPayer(service, `${ORIGIN}/callback`)
    await service.advance({ seconds: oneTimeToken.seconds - 1 })
    expect((await openPage(service, expired.ott, ORIGIN)).status).toBe(200)
    await service.advance({ seconds: 1 })
    expect((await openPage(service, expired.ott, ORIGIN)).status).toBe(404)
  })

  it('D109: 200 with the script that posts APPROVED to the registered origin when every challenge is cleared; the page does not contain the one-time token', async () => {
    const { ann, ott } = await challengedPayer(service, `${ORIGIN}/callback`)
    await passesChallenges(ann, ott, 'PIN')
    const reply = await openPage(service, ott, ORIGIN)
    expect(reply.status).toBe(200)
    const tag = `<script data-origin="${ORIGIN}" data-result="APPROVED">`
    const script = reply.text.split(tag)[1]?.split('</script>')[0] ?? ''
    expect(script).toContain('postMessage({ result }, origin)')
    const hash = createHash('sha256').update(script).digest('base64')
    expect(reply.headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'`)
    expect(reply.text).not.toContain(ott)
  })
})
