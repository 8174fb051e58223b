import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'

describe('app.docs', () => {
  const service = testService()
  const page = () => service.call('GET /docs')

  it('200 with a page that loads nothing from other servers', async () => {
    const { status, text, headers } = await page()
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).not.toMatch(/https?:|\/\/\w/)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(`default-src 'none'`)
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/)
  })

  it('200 with a policy that allows scripts of this service, the inline script of the page, and no other script', async () => {
    const { status, text, headers } = await page()
    expect(status).toBe(200)
    const inlineScript = /<script>(.*)<\/script>/.exec(text)?.[1] ?? ''
    const hash = createHash('sha256').update(inlineScript).digest('base64')
    expect(String(headers['content-security-policy']).split('; ')).toContain(
      `script-src 'self' 'sha256-${hash}'`,
    )
    expect(inlineScript).toContain('"url":"/openapi.json"')
    expect(inlineScript).toContain('"telemetry":false')
  })

  it('200 for the only script file that the page loads, which this service sends', async () => {
    const { text } = await page()
    const scripts = [...text.matchAll(/src="([^"]+)"/g)].map(([, path]) => path)
    expect(scripts).toEqual(['/docs/scalar.js'])
    const { status, text: script, headers } = await service.call('GET /docs/scalar.js')
    expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(script).toContain('createApiReference')
  })
})
