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
    ['ann@example.com', true, 'the address is valid'],
    ['ann.lee+x@sub.example.co.uk', true, 'dots, plus signs and subdomains are allowed'],
    ['ann@bücher.example', true, 'letters of any script are allowed'],
    ['ann', false, 'the @ is missing'],
    ['@example.com', false, 'the local part is missing'],
    ['ann@', false, 'the domain is missing'],
    ['ann@localhost', false, 'the domain has no dot'],
    ['ann@@example.com', false, 'an address has only one @'],
    ['a nn@example.com', false, 'a space is not allowed'],
    ['ann@-x.com', false, 'a label must begin with a letter or digit'],
    ['.ann@example.com', false, 'the local part begins with a dot'],
    ['an..n@example.com', false, 'the local part has two dots in a row'],
    ['ann@example.com\nbcc: x@y.zz', false, 'a line break is not allowed'],
    ['a\u0007nn@example.com', false, 'a control character is not allowed'],
    ['ann@x.example.com', true, 'a label may have one letter'],
    ['ann@a-.com', false, 'a label must end with a letter or digit'],
    [`${'a'.repeat(242)}@example.com`, true, '254 characters are allowed'],
    [`${'a'.repeat(243)}@example.com`, false, '255 characters are too many'],
  ])('of %s is %s because %s', (text, expected, _because) => expect(isEmail(text)).toBe(expected))
})

describe('isRegistered', () => {
  const uri = 'https://client.example/callback'
  it.each([
    [[uri], uri, true, 'the URI is registered'],
    [[uri], `${uri}/`, false, 'the path differs'],
    [[uri], `${uri}?x=1`, false, 'the query differs'],
    [[uri], 'https://client.example', false, 'the beginning of a registered URI is not enough'],
    [[], 'http://127.0.0.1:3000/', false, 'nothing is registered'],
    [['loopback'], 'http://127.0.0.1:3000/a?b=c', true, 'loopback allows any port and path'],
    [['loopback'], 'http://localhost/cb', true, 'localhost is a loopback name'],
    [['loopback'], 'http://[::1]:8080/cb', true, '::1 is a loopback address'],
    [['loopback'], 'loopback', false, 'the keyword is not a URI'],
    [['loopback'], 'https://localhost/cb', false, 'loopback allows plain HTTP only'],
    [['loopback'], 'http://localhost.evil.example/', false, 'the host only begins with localhost'],
    [['loopback'], 'http://127.0.0.1@evil.example/', false, '127.0.0.1 is the user name'],
    [['loopback'], 'http://me@127.0.0.1/', false, 'a user name is not allowed'],
    [['loopback'], 'http://:secret@127.0.0.1/', false, 'a password is not allowed'],
    [['loopback'], 'http://localhost/cb#x', false, 'the code would end up in the fragment'],
    [['loopback'], 'http://0.0.0.0/', false, '0.0.0.0 is not a loopback address'],
    [['loopback'], 'javascript:alert(1)', false, 'a script is not a redirect URI'],
  ])('with %j registered, %s is %s because %s', (registered, uri, expected, _because) =>
    expect(isRegistered(registered, uri)).toBe(expected),
  )
})

describe('mayBeRegistered', () => {
  it.each([
    ['loopback', true, 'the keyword allows loopback addresses'],
    ['https://client.example/cb', true, 'a web page is allowed'],
    ['com.example.app:/cb', true, 'the private scheme has a dot'],
    ['javascript:alert(1)', false, 'a script is not allowed'],
    ['data:text/html,x', false, 'a data URL is not allowed'],
    ['http://client.example/cb', true, 'a web page may be without TLS'],
    ['httpx://client.example/cb', false, 'the scheme only begins with http'],
    ['myhttp://client.example/cb', false, 'the scheme only ends with http'],
    ['1.2.example:/cb', false, 'a scheme must begin with a letter'],
    ['com2.example3.app-x:/cb', true, 'a private scheme may have digits and hyphens'],
    ['myapp:/cb', false, 'the private scheme has no dot'],
    ['https://me@client.example/', false, 'a user name is not allowed'],
    ['https://:secret@client.example/', false, 'a password is not allowed'],
    ['/cb', false, 'the URL is not absolute'],
    ['https://client.example/#x', false, 'a fragment is not allowed'],
  ])('of %s is %s because %s', (uri, expected, _because) =>
    expect(mayBeRegistered(uri)).toBe(expected),
  )
})

describe('PKCE', () => {
  const challenge = challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')

  it('challengeOf returns the challenge of the example in RFC 7636, appendix B', () => {
    expect(challenge).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
  })

  it.each([
    [challenge, true, 'the text is 32 bytes in BASE64URL'],
    ['', false, 'the text is empty'],
    [challenge.slice(1), false, 'the text is too short'],
    [`${challenge}A`, false, 'the text is too long'],
    [`${challenge}=`, false, 'the padding must be left out'],
    [challenge.replace('-', '+'), false, 'the text is BASE64, not BASE64URL'],
  ])('isCodeChallenge of %j is %s because %s', (text, expected, _because) => {
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
  ])('turns %s into %s because %s', (uri, expected, _because) =>
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

  it.each<[readonly string[], string, string, string]>([
    [
      registered,
      'https://app.example.com',
      'https://app.example.com',
      'a redirect URI has this origin',
    ],
    [
      registered,
      'https://app.example.com/',
      'https://app.example.com',
      'a trailing slash does not matter',
    ],
    [registered, 'app.example.com', 'https://app.example.com', 'a host without scheme matches'],
    [registered, 'http://app.example.com', 'no origin', 'the scheme differs'],
    [registered, 'https://example.com', 'no origin', 'the host differs'],
    [registered, 'null', 'no origin', 'private schemes have no origin'],
    [registered, 'http://localhost:3000', 'no origin', 'loopback is not registered'],
    [['loopback'], 'http://localhost:3000', 'http://localhost:3000', 'loopback is registered'],
    [['loopback'], '127.0.0.1:3000', 'http://127.0.0.1:3000', 'a host without scheme matches'],
    [['loopback'], 'http://localhost:3000/path', 'no origin', 'a path is not allowed'],
    [['loopback'], 'http://user@localhost:3000', 'no origin', 'a user name is not allowed'],
    [['loopback'], 'https://evil.example.com', 'no origin', 'the host is not a loopback address'],
    [['loopback'], 'http://:secret@localhost:3000', 'no origin', 'a password is not allowed'],
    [['loopback'], 'http://[', 'no origin', 'the text is not a URL'],
    [
      ['http://app.example.com/cb'],
      'app.example.com',
      'http://app.example.com',
      'a web page may be without TLS',
    ],
    [['ftp://app.example.com/cb'], 'ftp://app.example.com', 'no origin', 'ftp is not a web page'],
    [['httpx://app.example.com/cb'], 'app.example.com', 'no origin', 'httpx is not a web page'],
    [['x-http://app.example.com/cb'], 'app.example.com', 'no origin', 'x-http is not a web page'],
    [[], 'https://app.example.com', 'no origin', 'nothing is registered'],
    [[], '', 'no origin', 'nothing is registered'],
  ])('with redirect URIs %j, %j gives %s because %s', (uris, text, origin) => {
    expect(registeredOrigin(uris, text) ?? 'no origin').toBe(origin)
  })
})
