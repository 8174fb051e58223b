import { describe, expect, it } from 'vitest'
import {
  isEmail,
  isRegistered,
  languages,
  mayBeRegistered,
  registeredOrigin,
  withQuery,
} from '../model.ts'
import { equalTexts } from '../secret.ts'

describe('isEmail', () => {
  it.each([
    ['ann@example.com', true, 'an address'],
    ['ann.lee+x@sub.example.co.uk', true, 'marks before the sign, domains within domains'],
    ['ann@bücher.example', true, 'letters of all languages'],
    ['ann', false, 'no sign'],
    ['@example.com', false, 'nobody'],
    ['ann@', false, 'nowhere'],
    ['ann@localhost', false, 'no domain that others reach'],
    ['ann@@example.com', false, 'two signs'],
    ['a nn@example.com', false, 'a blank'],
    ['ann@-x.com', false, 'a label begins with a letter or digit'],
    ['.ann@example.com', false, 'a point first'],
    ['an..n@example.com', false, 'two points'],
    ['ann@example.com\nbcc: x@y.zz', false, 'another line'],
    [`${'a'.repeat(243)}@example.com`, false, 'longer than 254'],
  ])('%s: %s, %s', (text, right, _because) => expect(isEmail(text)).toBe(right))
})

describe('isRegistered', () => {
  const uri = 'https://client.example/callback'
  it.each([
    [[uri], uri, true, 'it is the registered one'],
    [[uri], `${uri}/`, false, 'another path'],
    [[uri], `${uri}?x=1`, false, 'another query'],
    [[uri], 'https://client.example', false, 'only the beginning'],
    [[], 'http://127.0.0.1:3000/', false, 'nothing is registered'],
    [['loopback'], 'http://127.0.0.1:3000/a?b=c', true, 'this machine, any port and path'],
    [['loopback'], 'http://localhost/cb', true, 'this machine by name'],
    [['loopback'], 'http://[::1]:8080/cb', true, 'this machine by its other address'],
    [['loopback'], 'loopback', false, 'the word itself is no URI'],
    [['loopback'], 'https://localhost/cb', false, 'not plain HTTP'],
    [['loopback'], 'http://localhost.evil.example/', false, 'another host that begins alike'],
    [['loopback'], 'http://127.0.0.1@evil.example/', false, 'a user name that looks like a host'],
    [['loopback'], 'http://me@127.0.0.1/', false, 'a user name'],
    [['loopback'], 'http://localhost/cb#x', false, 'a fragment would swallow the code'],
    [['loopback'], 'http://0.0.0.0/', false, 'any address is not this one'],
    [['loopback'], 'javascript:alert(1)', false, 'a script'],
  ])('%j takes %s: %s, %s', (registered, uri, right, _because) =>
    expect(isRegistered(registered, uri)).toBe(right),
  )
})

describe('mayBeRegistered', () => {
  it.each([
    ['loopback', true, 'the word for this machine'],
    ['https://client.example/cb', true, 'a web page'],
    ['com.example.app:/cb', true, 'a private scheme with a point'],
    ['javascript:alert(1)', false, 'a script'],
    ['data:text/html,x', false, 'a data URL'],
    ['/cb', false, 'no URL'],
    ['https://client.example/#x', false, 'a fragment'],
  ])('%s: %s, %s', (uri, right, _because) => expect(mayBeRegistered(uri)).toBe(right))
})

describe('withQuery', () => {
  it.each([
    ['https://a.example/cb', 'https://a.example/cb?code=x%26y', 'values are escaped'],
    [
      'https://a.example/cb?t=%20z',
      'https://a.example/cb?t=%20z&code=x%26y',
      'what is there stays',
    ],
    ['com.example.app:/cb', 'com.example.app:/cb?code=x%26y', 'private schemes take it too'],
  ])('%s becomes %s: %s', (uri, expected, _because) =>
    expect(withQuery(uri, { code: 'x&y' })).toBe(expected),
  )
})

it('equalTexts compares texts, also of different lengths', () => {
  expect([equalTexts('a', 'a'), equalTexts('a', 'b'), equalTexts('a', 'aa')]).toEqual([
    true,
    false,
    false,
  ])
})

it('there are fifteen languages', () => {
  expect(new Set(languages).size).toBe(15)
})

describe('D109: the origin that approvals are reported to', () => {
  const registered = ['https://app.example.com/callback?x=1', 'com.example.app:/back']

  it.each<[readonly string[], string, string | undefined, string]>([
    [registered, 'https://app.example.com', 'https://app.example.com', 'a redirect URI has it'],
    [registered, 'https://app.example.com/', 'https://app.example.com', 'a slash names the same'],
    [registered, 'app.example.com', 'https://app.example.com', 'the host is of one of them'],
    [registered, 'http://app.example.com', undefined, 'the scheme is another'],
    [registered, 'https://example.com', undefined, 'the host is another'],
    [registered, 'null', undefined, 'private schemes have no origin'],
    [registered, 'http://localhost:3000', undefined, 'this machine is not registered'],
    [['loopback'], 'http://localhost:3000', 'http://localhost:3000', 'this machine is'],
    [['loopback'], '127.0.0.1:3000', 'http://127.0.0.1:3000', 'its host is enough'],
    [['loopback'], 'http://localhost:3000/path', undefined, 'it is no origin'],
    [['loopback'], 'http://user@localhost:3000', undefined, 'it is no origin either'],
    [['loopback'], 'https://evil.example.com', undefined, 'it is not this machine'],
    [[], '', undefined, 'nothing is registered'],
  ])('of %j, %s is %s because %s', (uris, text, origin) => {
    expect(registeredOrigin(uris, text)).toBe(origin)
  })
})
