import { describe, expect, it } from 'vitest'
import { formToken, sessionCookie } from '../form-session.ts'

const cookie = sessionCookie({ name: 'godwit_form', life: { seconds: 600 }, sameSite: 'Strict' })
const VALUE = 'v'.repeat(43)

function browser(baseUrl: string, sent?: string) {
  const set: string[] = []
  const headers = { cookie: sent }
  const page = {
    headers,
    baseUrl: () => baseUrl,
    setHeader: (_: string, v: string) => void set.push(v),
  }
  return { page, set }
}

describe('D122: the session cookie of a form', () => {
  it('has the prefix __Host- and the attribute Secure when the service is reached by https', () => {
    const { page, set } = browser('https://pay.example.org')
    cookie.set(page, VALUE)
    expect(set).toEqual([
      `__Host-godwit_form=${VALUE}; Path=/; Max-Age=600; HttpOnly; SameSite=Strict; Secure`,
    ])
  })

  it('is read under https only with the prefix __Host-, without which another host could set it, and under http without the prefix', () => {
    expect(cookie.read(browser('https://a.example', `godwit_form=${VALUE}`).page)).toBe(undefined)
    expect(cookie.read(browser('https://a.example', `a=b; __Host-godwit_form=${VALUE}`).page)).toBe(
      VALUE,
    )
    expect(cookie.read(browser('http://localhost', `godwit_form=${VALUE}`).page)).toBe(VALUE)
  })

  it('is not read when the browser sends two such cookies, a value in another format, or no cookie', () => {
    const two = `godwit_form=${VALUE}; godwit_form=${'w'.repeat(43)}`
    expect(cookie.read(browser('http://localhost', two).page)).toBe(undefined)
    expect(cookie.read(browser('http://localhost', 'godwit_form=short').page)).toBe(undefined)
    expect(cookie.read(browser('http://localhost').page)).toBe(undefined)
  })
})

describe('D122: the CSRF token of a form', () => {
  it('depends on the key, the cookie and each part of the subject of the form', () => {
    const tokens = [
      formToken('key', 'cookie', ['a', 'b']),
      formToken('other key', 'cookie', ['a', 'b']),
      formToken('key', 'Cookie', ['a', 'b']),
      formToken('key', 'cookie', ['ab', '']),
      formToken('key', 'cookie', ['a', 'c']),
    ]
    expect(new Set(tokens).size).toBe(5)
    expect(formToken('key', 'cookie', ['a', 'b'])).toBe(tokens[0])
  })
})
