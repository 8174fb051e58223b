import { describe, expect, it, vi } from 'vitest'
import { testService } from '../../../test/support/service.ts'

describe('D116: a JSON body', () => {
  const service = testService()
  const headers = { 'content-type': 'application/json' }
  const bodyOf = (fields: number) =>
    `{${Array.from({ length: fields }, (_, n) => `"f${n.toString(36)}":1`).join(',')}}`

  it('400 request.body.too-many-fields before it is parsed', async () => {
    const text = bodyOf(20_001)
    const parsing = vi.spyOn(JSON, 'parse')
    const { status, body } = await service.call('POST /oauth/token', { body: text, headers })
    const parsed = parsing.mock.calls.filter(([each]) => each === text)
    parsing.mockRestore()
    expect([status, body.errors[0].code]).toEqual([400, 'request.body.too-many-fields'])
    expect(parsed).toEqual([])
  })

  it('may have 20,000 fields, of which those that are not known are ignored', async () => {
    const { status } = await service.call('POST /oauth/token', { body: bodyOf(20_000), headers })
    expect(status).toBe(401)
  })
})
