import { describe, expect, it } from 'vitest'
import {
  challengeOf,
  isCodeChallenge,
  isEmail,
  isRegistered,
  languages,
  mayBeRegistered,
  registeredOrigin,
  withQuery,
} from '../model.ts'
import { equalInConstantTime } from '../secret.ts'

describe('isEmail', () => {
  it.each([
    ['ann@example.com', true, 'an address'],
    ['ann.lee+x@sub.example.co.uk', true, 'dots and plus signs, subdomains'],
    ['ann@bücher.example', true, 'letters of any script'],
    ['ann', false, 'no @'],
    ['@example.com', false, 'no local part'],
    ['ann@', false, 'no domain'],
    ['ann@localhost', false, 'no public domain'],
    ['ann@@example.com', false, 'two @'],
    ['a nn@example.com', false, 'a space'],
    ['ann@-x.com', false, 'a label must begin with a letter or digit'],
    ['.ann@example.com', false, 'starts with a dot'],
    ['an..n@example.com', false, 'two dots in a row'],
    ['ann@example.com\nbcc: x@y.zz', false, 'a line break'],
    ['a\u0007nn@example.com', false, 'a control character'],
    ['ann@x.example.com', true, 'a label of one letter'],
    ['ann@a-.com', false, 'a label must end with a letter or digit'],
    [`${'a'.repeat(242)}@example.com`, true, '254 characters'],
    [`${'a'.repeat(243)}@example.com`, false, '255 characters'],
  ])('of %s is %s: %s', (text, expected, _because) => expect(isEmail(text)).toBe(expected))
})

describe('isRegistered', () => {
  const uri = 'https://client.example/callback'
  it.each([
    [[uri], uri, true, 'exactly the registered URI'],
    [[uri], `${uri}/`, false, 'another path'],
    [[uri], `${uri}?x=1`, false, 'another query'],
    [[uri], 'https://client.example', false, 'only the beginning of a registered URI'],
    [[], 'http://127.0.0.1:3000/', false, 'nothing is registered'],
    [['loopback'], 'http://127.0.0.1:3000/a?b=c', true, 'loopback address, any port and path'],
    [['loopback'], 'http://localhost/cb', true, 'loopback by name'],
    [['loopback'], 'http://[::1]:8080/cb', true, 'loopback over IPv6'],
    [['loopback'], 'loopback', false, 'the keyword itself is not a URI'],
    [['loopback'], 'https://localhost/cb', false, 'loopback allows plain HTTP only'],
    [['loopback'], 'http://localhost.evil.example/', false, 'another host that starts the same'],
    [['loopback'], 'http://127.0.0.1@evil.example/', false, 'a user name that looks like a host'],
    [['loopback'], 'http://me@127.0.0.1/', false, 'a user name'],
    [['loopback'], 'http://:secret@127.0.0.1/', false, 'a password'],
    [['loopback'], 'http://localhost/cb#x', false, 'the code would end up in the fragment'],
    [['loopback'], 'http://0.0.0.0/', false, '0.0.0.0 is not a loopback address'],
    [['loopback'], 'javascript:alert(1)', false, 'a script'],
  ])('with %j registered, %s is %s: %s', (registered, uri, expected, _because) =>
    expect(isRegistered(registered, uri)).toBe(expected),
  )
})

describe('mayBeRegistered', () => {
  it.each([
    ['loopback', true, 'the keyword for loopback addresses'],
    ['https://client.example/cb', true, 'a web page'],
    ['com.example.app:/cb', true, 'a private scheme with a dot'],
    ['javascript:alert(1)', false, 'a script'],
    ['data:text/html,x', false, 'a data URL'],
    ['http://client.example/cb', true, 'a web page without TLS'],
    ['httpx://client.example/cb', false, 'a scheme that starts like http'],
    ['myhttp://client.example/cb', false, 'a scheme that ends like http'],
    ['1.2.example:/cb', false, 'a scheme must begin with a letter'],
    ['com2.example3.app-x:/cb', true, 'digits and dashes may follow'],
    ['myapp:/cb', false, 'a private scheme without a dot'],
    ['https://me@client.example/', false, 'a user name'],
    ['https://:secret@client.example/', false, 'a password'],
    ['/cb', false, 'not an absolute URL'],
    ['https://client.example/#x', false, 'a fragment'],
  ])('of %s is %s: %s', (uri, expected, _because) => expect(mayBeRegistered(uri)).toBe(expected))
})

describe('PKCE', () => {
  const challenge = challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')

  it('challengeOf returns the challenge of the example in RFC 7636, appendix B', () => {
    expect(challenge).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
  })

  it.each([
    [challenge, true, '32 bytes in BASE64URL'],
    ['', false, 'it is empty'],
    [challenge.slice(1), false, 'it is too short'],
    [`${challenge}A`, false, 'it is too long'],
    [`${challenge}=`, false, 'the padding must be left out'],
    [challenge.replace('-', '+'), false, 'it is BASE64, not BASE64URL'],
  ])('isCodeChallenge of %j is %s: %s', (text, expected, _because) => {
    expect(isCodeChallenge(text)).toBe(expected)
  })
})

describe('withQuery', () => {
  it.each([
    ['https://a.example/cb', 'https://a.example/cb?code=x%26y', 'values are escaped'],
    [
      'https://a.example/cb?t=%20z',
      'https://a.example/cb?t=%20z&code=x%26y',
      'the existing query is kept',
    ],
    [
      'com.example.app:/cb',
      'com.example.app:/cb?code=x%26y',
      'a private scheme gets the query too',
    ],
  ])('turns %s into %s: %s', (uri, expected, _because) =>
    expect(withQuery(uri, { code: 'x&y' })).toBe(expected),
  )
})

it('equalInConstantTime is true only for equal strings, and accepts strings of different lengths', () => {
  expect([
    equalInConstantTime('a', 'a'),
    equalInConstantTime('a', 'b'),
    equalInConstantTime('a', 'aa'),
  ]).toEqual([true, false, false])
})

it('the list of languages has fifteen different entries', () => {
  expect(new Set(languages).size).toBe(15)
})

describe('D109: registeredOrigin, the only origin to which approvals are reported', () => {
  const registered = ['https://app.example.com/callback?x=1', 'com.example.app:/back']

  it.each<[readonly string[], string, string | undefined, string]>([
    [
      registered,
      'https://app.example.com',
      'https://app.example.com',
      'it is the origin of a redirect URI',
    ],
    [
      registered,
      'https://app.example.com/',
      'https://app.example.com',
      'a trailing slash does not matter',
    ],
    [registered, 'app.example.com', 'https://app.example.com', 'a host without scheme matches'],
    [registered, 'http://app.example.com', undefined, 'the scheme differs'],
    [registered, 'https://example.com', undefined, 'the host differs'],
    [registered, 'null', undefined, 'private schemes have no origin'],
    [registered, 'http://localhost:3000', undefined, 'loopback is not registered'],
    [['loopback'], 'http://localhost:3000', 'http://localhost:3000', 'loopback is registered'],
    [['loopback'], '127.0.0.1:3000', 'http://127.0.0.1:3000', 'a host without scheme matches'],
    [['loopback'], 'http://localhost:3000/path', undefined, 'a path is not allowed'],
    [['loopback'], 'http://user@localhost:3000', undefined, 'a user name is not allowed'],
    [['loopback'], 'https://evil.example.com', undefined, 'it is not a loopback address'],
    [['loopback'], 'http://:secret@localhost:3000', undefined, 'a password is not allowed'],
    [['loopback'], 'http://[', undefined, 'it is not a URL'],
    [
      ['http://app.example.com/cb'],
      'app.example.com',
      'http://app.example.com',
      'a web page may be without TLS',
    ],
    [['ftp://app.example.com/cb'], 'ftp://app.example.com', undefined, 'ftp is not a web page'],
    [['httpx://app.example.com/cb'], 'app.example.com', undefined, 'httpx is not a web page'],
    [['x-http://app.example.com/cb'], 'app.example.com', undefined, 'x-http is not a web page'],
    [[], 'https://app.example.com', undefined, 'nothing is registered'],
    [[], '', undefined, 'nothing is registered'],
  ])('with redirect URIs %j, %s gives %s because %s', (uris, text, origin) => {
    expect(registeredOrigin(uris, text)).toBe(origin)
  })
})
