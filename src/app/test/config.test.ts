import { describe, expect, it } from 'vitest'
import { liveEnvironment as live, liveSecrets, secretOf } from '../../../test/support/secrets.ts'
import { readConfig, settingsOf } from '../config.ts'
import { secretNames } from '../secrets.ts'

describe('the environment', () => {
  it('without variables configures a seeded sandbox on 127.0.0.1:8080', () => {
    expect(readConfig({})).toMatchObject({
      mode: 'sandbox',
      roles: ['api', 'worker'],
      host: '127.0.0.1',
      port: 8080,
      hasExamples: true,
      adminPort: undefined,
      rateLimitPerSecond: undefined,
    })
  })

  it('in live mode configures no examples and 100 requests per second', () => {
    expect(readConfig(live)).toMatchObject({
      mode: 'live',
      hasExamples: false,
      rateLimitPerSecond: 100,
    })
  })

  it('D112: a sandbox has strictSca only with GODWIT_SCA=strict', () => {
    expect(readConfig({}).strictSca).toBe(false)
    expect(readConfig({ GODWIT_SCA: 'strict' }).strictSca).toBe(true)
  })

  it('D128: the cell is 0 by default, or GODWIT_CELL, a whole number from 0 to 8191', () => {
    expect(readConfig({}).cell).toBe(0)
    expect(readConfig({ GODWIT_CELL: '8191' }).cell).toBe(8191)
    for (const cell of ['8192', '-1', '1.5', 'one'])
      expect(() => readConfig({ GODWIT_CELL: cell })).toThrow(
        `GODWIT_CELL is ${cell}. Set it to a whole number from 0 to 8191.`,
      )
  })

  it.each(secretNames)('live mode refuses to start without GODWIT_SECRET_%s', (name) => {
    const env = { ...live, [`GODWIT_SECRET_${name}`]: '' }
    expect(() => readConfig(env)).toThrow(`Live mode needs GODWIT_SECRET_${name}.`)
  })

  it('D94: rates are fixed by default; GODWIT_RATES=drift has the seed 1 or GODWIT_RATES_SEED', () => {
    expect(readConfig({}).drift).toBe(undefined)
    expect(readConfig({ GODWIT_RATES: 'drift' }).drift).toEqual({ seed: 1 })
    const seeded = { GODWIT_RATES: 'drift', GODWIT_RATES_SEED: '42' }
    expect(readConfig(seeded).drift).toEqual({ seed: 42 })
  })

  it.each([
    ['a secret', 'words can be guessed'],
    ['correct horse battery staple correct horse', 'spaces are not Base64'],
    [secretOf('x').slice(0, 40), '30 bytes are too few'],
    [`${'ab'.repeat(15)}0123456789abcdef`, '23 bytes in hexadecimal are too few'],
    ['A'.repeat(64), 'all its bytes are equal'],
    ['0123456789abcdef'.repeat(4), 'eight bytes are repeated'],
    ['', 'live mode needs each secret'],
  ])('D122: live mode refuses the secret %j, because %s', (secret) => {
    for (const name of secretNames) {
      const env = { ...live, [`GODWIT_SECRET_${name}`]: secret }
      expect(() => readConfig(env)).toThrow(`GODWIT_SECRET_${name}`)
    }
  })

  it('D122: live mode accepts 32 random bytes in Base64, Base64url and hexadecimal', () => {
    const bytes = Buffer.from(secretOf('another'), 'base64')
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      const secret = bytes.toString(encoding)
      expect(readConfig({ ...live, GODWIT_SECRET_PIN: secret }).secrets.PIN).toBe(secret)
    }
  })

  it('D122: live mode refuses one value for two secrets', () => {
    const env = { ...live, GODWIT_SECRET_CARDS: liveSecrets['GODWIT_SECRET_PIN'] }
    expect(() => readConfig(env)).toThrow('GODWIT_SECRET_CARDS must differ')
  })

  it.each([
    ['', 'Live mode needs GODWIT_BASE_URL'],
    ['http://pay.example.org', 'but live mode needs https. Set it to an https URL.'],
    ['ftp://pay.example.org', 'a scheme and an authority'],
  ])('D122: live mode refuses GODWIT_BASE_URL %j', (GODWIT_BASE_URL, message) => {
    expect(() => readConfig({ ...live, GODWIT_BASE_URL })).toThrow(message)
  })

  it('D122: the key of CSRF tokens in live mode is GODWIT_SECRET_TOKENS', () => {
    const { formKey } = settingsOf(readConfig(live))
    expect(formKey).toBe(liveSecrets['GODWIT_SECRET_TOKENS'])
  })

  const invalid = [
    [{ GODWIT_MODE: 'test' }, 'GODWIT_MODE is test', 'there are two modes'],
    [{ GODWIT_SEED: 'false' }, 'GODWIT_SEED is false', 'a sandbox has the examples or nothing'],
    [{ GODWIT_SCA: 'off' }, 'GODWIT_SCA is off', 'there are two sets of rules'],
    [{ ...live, GODWIT_SCA: 'permissive' }, 'always strict', 'live mode has no permissive rules'],
    [
      { ...live, GODWIT_AUTO_ADVANCE: '60' },
      'only a sandbox allows',
      'live money is paid out only after a confirmation',
    ],
    [
      { GODWIT_TRUSTED_PROXIES: '10.0.0.0/8/9' },
      'GODWIT_TRUSTED_PROXIES is',
      'a network has one prefix',
    ],
    [{ ...live, GODWIT_RATES: 'drift' }, 'only a sandbox allows', 'live rates come from a source'],
    [{ GODWIT_RATES: 'wild' }, 'GODWIT_RATES is wild', 'rates are fixed or drift'],
    [{ GODWIT_BASE_URL: 'pay.example.org' }, 'a scheme and an authority', 'links need a scheme'],
    [
      { GODWIT_BASE_URL: 'https://pay.example.org/' },
      'GODWIT_BASE_URL is',
      'links would have two slashes',
    ],
    [
      { DATABASE_URL: 'localhost' },
      'DATABASE_URL is not a PostgreSQL URL. Set it to one',
      'a URL needs a scheme',
    ],
    [
      { DATABASE_URL: 'mysql://db/x' },
      'DATABASE_URL is not a PostgreSQL URL. Set it to one',
      'MySQL is not supported',
    ],
    [
      { DATABASE_URL: 'postgres://db:99999/x' },
      'DATABASE_URL is not a PostgreSQL URL. Set it to one',
      'ports end at 65535',
    ],
    [{ PORT: '70000' }, 'PORT is 70000', 'ports end at 65535'],
    [{ PORT: 'http' }, 'PORT is http', 'ports are numbers'],
    [{ PORT: '1e3' }, 'PORT is 1e3', 'only digits are accepted'],
    [{ PORT: '0x1F90' }, 'PORT is 0x1F90', 'hexadecimal is not accepted'],
    [{ GODWIT_ROLES: 'api,cook' }, 'GODWIT_ROLES is api,cook. Set it', 'cook is not a role'],
    [{ GODWIT_SMTP_URL: 'smtp://mail' }, 'the sandbox sends no mail', 'the sandbox stores mail'],
    [{ ...live, GODWIT_SMTP_URL: 'https://mail' }, 'smtps:// or smtp://', 'the scheme is not SMTP'],
    [{ ...live, GODWIT_SMTP_URL: 'smtps://mail' }, 'GODWIT_MAIL_FROM', 'mail needs a sender'],
    [
      { ...live, GODWIT_SMTP_URL: 'smtps://mail', GODWIT_MAIL_FROM: 'Godwit <pay@example.org>' },
      'Set GODWIT_MAIL_FROM to an e-mail address without a name',
      'the name would be part of the address',
    ],
    [
      { GODWIT_LOGIN_URL: 'http://login' },
      'GODWIT_LOGIN_URL',
      'without TLS an attacker could forge the login',
    ],
    [
      { ...live, GODWIT_SMS_URL: 'http://a.example' },
      'GODWIT_SMS_URL must use https',
      'messages contain one-time codes',
    ],
    [
      { ...live, GODWIT_SMS_URL: 'https://10.0.0.1' },
      'domain name',
      'live mode sends to domain names only, and not to addresses',
    ],
    [
      { GODWIT_FILE_CHECK_URL: 'http://scan.example' },
      'Set GODWIT_FILE_CHECK_URL to an https URL',
      "files contain people's documents",
    ],
    [{ GODWIT_CARD_LIMITS: '30,10' }, 'three whole numbers up to 999', 'one number is missing'],
    [
      { GODWIT_CARD_LIMITS: '1000,1,1' },
      'three whole numbers up to 999',
      'each limit is at most 999',
    ],
    [{ CARD_NETWORK_A: 'lower' }, 'CARD_NETWORK_A is lower', 'clients compare it in capitals'],
    [
      { CARD_NETWORK_A: 'A'.repeat(41) },
      'Set it to at most 40 capital letters and _, beginning with a letter.',
      'the name is too long',
    ],
    [
      { CARD_NETWORK_A: 'ONE', CARD_NETWORK_B: 'ONE' },
      'Set them to different values.',
      'the networks need two names',
    ],
    [
      { CARD_BIN_A: '411111' },
      'six digits that begin with 999',
      'numbers of real cards begin with 4',
    ],
    [
      { CARD_BIN_B: '999910' },
      'Set them to different values.',
      'the other network has this number',
    ],
    [{ GODWIT_SMS_URL: 'nonsense' }, 'GODWIT_SMS_URL is not a URL', 'messages need a URL'],
  ] as const
  it.each(invalid)('%j is refused with the message %s, because %s', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })

  it('accepts GODWIT_SMTP_URL with GODWIT_MAIL_FROM', () => {
    const url = 'smtps://pay:secret@mail.example:465'
    const named = { GODWIT_SMTP_URL: url, GODWIT_MAIL_FROM: 'pay@example.org' }
    const { smtp } = readConfig({ ...live, ...named })
    expect(smtp).toEqual({ url, from: 'pay@example.org' })
  })

  it.each([
    'postgres://me:secret@db.example:5432/godwit?sslmode=verify-full',
    'postgresql://me@%2Frun%2Fpostgresql/godwit',
    'postgres://me:secret@/godwit?host=/run/postgresql',
  ])('accepts the DATABASE_URL %s', (DATABASE_URL) => {
    expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
  })

  it.each(['https://scan.example/a', 'http://127.0.0.1:9000'])(
    'accepts GODWIT_FILE_CHECK_URL %s',
    (url) => {
      expect(readConfig({ GODWIT_FILE_CHECK_URL: url }).fileCheckUrl).toBe(url)
    },
  )

  it('D78: limits cards by mode, and by GODWIT_CARD_LIMITS', () => {
    const limitsOf = (env: object) => settingsOf(readConfig({ ...env })).cardLimits
    expect(limitsOf({})).toEqual({ virtual: 30, physical: 10, virtualPerDay: 3 })
    expect(limitsOf(live)).toEqual({ virtual: 3, physical: 1, virtualPerDay: 3 })
    const limits = { virtual: 5, physical: 0, virtualPerDay: 999 }
    expect(limitsOf({ GODWIT_CARD_LIMITS: '5,0,999' })).toEqual(limits)
  })

  it('accepts GODWIT_SMS_URL, the gateway for text messages', () => {
    const GODWIT_SMS_URL = 'https://sms.example/send'
    expect(readConfig({ ...live, GODWIT_SMS_URL }).smsUrl).toBe(GODWIT_SMS_URL)
  })
})
