import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { postForm } from '../../users/test/token-requests.ts'
import {
  answerPage,
  challengedPayer,
  createsApplication,
  formOf,
  openPage,
} from './approval-page.ts'
import {
  callWithApproval,
  challengeToken,
  FACE,
  insertsPhone,
  outcome,
  PIN,
  payTransfer,
  requestFunding,
  SANDBOX_CODE,
  setsPin,
  verifiesPhone,
} from './protected-requests.ts'

const ORIGIN = 'https://app.example.com'

describe('security.answer-approval', () => {
  const service = testService()

  it('D109: 200 for the correct PIN, which clears the token and sends only the result to the opener', async () => {
    const { ann, id, ott } = await challengedPayer(service, `${ORIGIN}/callback`)
    const page = await openPage(service, ott, ORIGIN)
    const reply = await answerPage(service, page, { pin: PIN })
    expect(reply.status).toBe(200)
    expect(reply.text).toContain(`<script data-origin="${ORIGIN}" data-result="APPROVED">`)
    expect(reply.text).toContain('postMessage({ result }, origin)')
    for (const secret of [ott, PIN, 'Nora Sample', formOf(page).fields['csrf'] ?? ''])
      expect(reply.text).not.toContain(secret)
    expect(outcome(await payTransfer(ann, id, { 'one-time-token': ott }))).toBe('201')
  })

  it('D109: 400 for a wrong PIN, which is counted, and 429 with the minutes to wait after five wrong PINs', async () => {
    const { ann, ott } = await challengedPayer(service, `${ORIGIN}/callback`)
    const page = await openPage(service, ott, ORIGIN)
    for (let n = 0; n < 5; n++) {
      const reply = await answerPage(service, page, { pin: '0000' })
      expect(reply.status).toBe(400)
      expect(reply.text).toContain('<p class="wrong" role="alert">The PIN is wrong.')
    }
    const locked = await answerPage(service, page, { pin: PIN })
    expect([locked.status, locked.text]).toEqual([
      429,
      expect.stringContaining('There were too many wrong answers. Try again after 15 min.'),
    ])
    expect(outcome(await requestFunding(ann))).toBe('429 sca.locked')
  })

  it('D109: shows one challenge after the other, 400 for a code before one was sent, and accepts a face map in the sandbox', async () => {
    const { applicationId } = await createsApplication(service, `${ORIGIN}/callback`)
    const ann = await service.createUser({ applicationId })
    await verifiesPhone(ann)
    const face = { body: { faceMap: FACE } }
    await callWithApproval(ann, 'POST /v1/user/facemap/enrol', face, 'SMS')
    const ott = challengeToken(await requestFunding(ann))
    const page = await openPage(service, ott, ORIGIN)
    const next = await answerPage(service, page, { factor: 'FACE_MAP', faceMap: FACE })
    expect([next.status, next.text]).toEqual([200, expect.stringContaining('name="otpCode"')])
    const { cookie } = formOf(page)
    const bySms = { factor: 'SMS', otpCode: SANDBOX_CODE }
    const early = await answerPage(service, next, bySms, cookie)
    expect([early.status, early.text]).toEqual([
      400,
      expect.stringContaining('Choose Send me a code'),
    ])
    const sent = await answerPage(service, next, { factor: 'SMS', action: 'send-code' }, cookie)
    expect(sent.text).toContain('A code was sent to *********0123.')
    const done = await answerPage(service, sent, bySms, cookie)
    expect([done.status, done.text]).toEqual([
      200,
      expect.stringContaining('data-result="APPROVED"'),
    ])
  })

  it('D113: 429 with the minutes to wait for the sixth code that is requested on the page', async () => {
    const { applicationId } = await createsApplication(service, `${ORIGIN}/callback`)
    const ann = await service.createUser({ applicationId })
    await verifiesPhone(ann)
    const page = await openPage(service, challengeToken(await requestFunding(ann)), ORIGIN)
    const replies = []
    for (let n = 0; n < 6; n++)
      replies.push(await answerPage(service, page, { factor: 'SMS', action: 'send-code' }))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    expect(replies[5]?.text).toContain('Too many codes were sent. Try again after 10 min.')
  })

  it('D109: 403 without the cookie, with the cookie of another browser, and with the CSRF token of another form or an empty one', async () => {
    const [one, other] = [
      await challengedPayer(service, `${ORIGIN}/callback`),
      await challengedPayer(service, `${ORIGIN}/callback`),
    ]
    const page = await openPage(service, one.ott, ORIGIN)
    const elsewhere = await openPage(service, one.ott, ORIGIN)
    const others = await openPage(service, other.ott, ORIGIN)
    for (const reply of [
      await answerPage(service, page, { pin: PIN }, ''),
      await answerPage(service, page, { pin: PIN }, formOf(elsewhere).cookie),
      await answerPage(service, page, { pin: PIN, csrf: formOf(others).fields['csrf'] ?? '' }),
      await answerPage(service, page, { pin: PIN, csrf: '' }),
    ])
      expect([reply.status, reply.text]).toEqual([403, expect.stringContaining('too old')])
    expect((await answerPage(service, page, { pin: PIN })).status).toBe(200)
  })

  it('D109: 400 when the origin is changed in the form, 404 when the token has expired', async () => {
    const { ott } = await challengedPayer(service, `${ORIGIN}/callback`)
    const page = await openPage(service, ott, ORIGIN)
    const evil = { pin: PIN, parentHostname: 'https://evil.example.com' }
    expect((await answerPage(service, page, evil)).status).toBe(400)
    await service.advance({ seconds: 600 })
    expect((await answerPage(service, page, { pin: PIN })).status).toBe(404)
  })

  it('D109: declining sends REJECTED to the opener and leaves the token unchanged', async () => {
    const { ott } = await challengedPayer(service, `${ORIGIN}/callback`)
    const page = await openPage(service, ott, ORIGIN)
    const reply = await answerPage(service, page, { action: 'cancel' })
    expect(reply.text).toContain(`data-origin="${ORIGIN}" data-result="REJECTED"`)
    expect((await openPage(service, ott, ORIGIN)).text).toContain('name="pin"')
  })

  it('D109: 400 for an incomplete form, which is not counted as a wrong answer, and 404 for a form without any field', async () => {
    const { ott } = await challengedPayer(service, `${ORIGIN}/callback`)
    const page = await openPage(service, ott, ORIGIN)
    for (const fields of [{}, { pin: '' }, { pin: '12345' }, { factor: 'SIGNATURE', pin: PIN }])
      for (let n = 0; n < 2; n++) expect((await answerPage(service, page, fields)).status).toBe(400)
    expect((await answerPage(service, page, { pin: PIN })).status).toBe(200)
    expect((await postForm(service, '/approve-api-action/answer', {})).status).toBe(404)
  })

  it('D109: 409 for a repeated correct answer while another challenge of the token is open', async () => {
    const { applicationId } = await createsApplication(service, `${ORIGIN}/callback`)
    const ann = await service.createUser({ applicationId })
    await setsPin(ann)
    await callWithApproval(ann, 'POST /v1/user/facemap/enrol', { body: { faceMap: FACE } }, 'PIN')
    const page = await openPage(service, challengeToken(await requestFunding(ann)), ORIGIN)
    expect((await answerPage(service, page, { factor: 'PIN', pin: PIN })).status).toBe(200)
    const repeated = await answerPage(service, page, { factor: 'PIN', pin: PIN })
    expect([repeated.status, repeated.text]).toEqual([
      409,
      expect.stringContaining('Enter the factor that is shown.'),
    ])
  })
})

describe('security.answer-approval in live mode', () => {
  const withoutGateway = testService({ mode: 'live' })
  const withGateway = testService({
    mode: 'live',
    settings: { smsUrl: 'https://sms.example.com/' },
  })

  it('D109: 422 for a code without a gateway, 503 when the gateway fails, and the page shows the reason', async () => {
    for (const [service, status, reason] of [
      [withoutGateway, 422, 'Text messages are not available'],
      [withGateway, 503, 'The text message could not be sent'],
    ] as const) {
      const { applicationId } = await createsApplication(service, `${ORIGIN}/callback`)
      const ann = await service.createUser({ applicationId })
      await setsPin(ann)
      await insertsPhone(service, ann, { isVerified: true })
      service.respondWith(() => ({ failed: 'timeout', elapsedMs: 5000 }))
      const page = await openPage(service, challengeToken(await requestFunding(ann)), ORIGIN)
      const reply = await answerPage(service, page, { factor: 'SMS', action: 'send-code' })
      expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(reason)])
    }
  })
})

describe('security.answer-approval over https', () => {
  const service = testService({ settings: { publicUrl: 'https://pay.example.com' } })

  it('D109: the cookie has the __Host- prefix and is Secure', async () => {
    const { ott } = await challengedPayer(service, `${ORIGIN}/callback`)
    const page = await openPage(service, ott, ORIGIN)
    expect(page.headers['set-cookie']).toMatch(/^__Host-godwit_approval=.*; Path=\/.*; Secure$/)
    expect((await answerPage(service, page, { pin: PIN })).status).toBe(200)
  })
})
