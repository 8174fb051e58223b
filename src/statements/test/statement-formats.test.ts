import { describe, expect, it } from 'vitest'
import { challengeToken, passesChallenges, setsPin } from '../../../test/support/approvals.ts'
import { testService } from '../../../test/support/service.ts'
import { outcome, topsUp } from '../../../test/support/transfers.ts'
import { interval } from './transactions.ts'

describe('D106: statements.get in four formats and at two paths', () => {
  const service = testService()
  const types = {
    json: 'application/json; charset=utf-8',
    csv: 'text/csv; charset=utf-8',
    xml: 'application/xml; charset=utf-8',
    pdf: 'application/pdf',
  }
  const paths = (profile: number, balance: number) => [
    `/v1/profiles/${profile}/balance-statements/${balance}/statement`,
    `/v3/profiles/${profile}/borderless-accounts/${balance}/statement`,
  ]
  const query = { currency: 'GBP', ...interval }

  it.each(Object.entries(types))(
    '200 %s at both paths, with its content type and, except for JSON, a file name',
    async (format, type) => {
      const ann = await service.createUser()
      const pounds = await topsUp(ann, 'GBP', 12.5)
      for (const path of paths(ann.personal, pounds)) {
        const reply = await ann.call(`GET ${path}.${format}`, { query })
        expect([reply.status, reply.headers['content-type']]).toEqual([200, type])
        const name = `statement_${pounds}_GBP_2026-01-01_2026-01-31.${format}`
        expect(reply.headers['content-disposition']).toBe(
          format === 'json' ? undefined : `attachment; filename="${name}"`,
        )
      }
    },
  )

  it('400 for an unknown format, with the list of the known ones', async () => {
    const ann = await service.createUser()
    const pounds = await topsUp(ann, 'GBP', 12.5)
    for (const path of paths(ann.personal, pounds)) {
      const reply = await ann.call(`GET ${path}.mt940`, { query })
      expect([reply.status, reply.body.errors[0].path]).toEqual([400, 'format'])
      expect(reply.body.errors[0].message).toMatch(/json.*csv.*pdf.*xml/)
    }
  })

  it('403 sca.challenge.required for each format until the challenge is cleared', async () => {
    const ann = await service.createUser()
    const pounds = await topsUp(ann, 'GBP', 12.5)
    await setsPin(ann)
    for (const path of paths(ann.personal, pounds))
      for (const format of Object.keys(types)) {
        const reply = await ann.call(`GET ${path}.${format}`, { query })
        expect(outcome(reply)).toBe('403 sca.challenge.required')
        expect(reply.headers['x-2fa-approval-result']).toBe('REJECTED')
      }
    const route = `GET ${paths(ann.personal, pounds)[1]}.pdf`
    const token = challengeToken(await ann.call(route, { query }))
    await passesChallenges(ann, token, 'PIN')
    const approved = await ann.call(route, { query, headers: { 'one-time-token': token } })
    expect([approved.status, approved.text.slice(0, 5)]).toEqual([200, '%PDF-'])
    // An approval of low risk covers later requests too.
    for (const path of paths(ann.personal, pounds))
      for (const format of Object.keys(types))
        expect((await ann.call(`GET ${path}.${format}`, { query })).status).toBe(200)
  })
})
