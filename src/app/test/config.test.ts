import { describe, expect, it } from 'vitest'
import { readConfig, secretNames } from '../config.ts'

const secrets = Object.fromEntries(secretNames.map((name) => [`GODWIT_SECRET_${name}`, 'a secret']))
const live = { GODWIT_MODE: 'live', ...secrets }

describe('the environment', () => {
  it('may be empty: a sandbox on this machine, with people in it', () => {
    expect(readConfig({})).toMatchObject({
      mode: 'sandbox',
      roles: ['api', 'worker'],
      host: '127.0.0.1',
      port: 8080,
      seed: true,
      adminPort: undefined,
      rateLimitPerSecond: undefined,
    })
  })

  it('of live has its secrets, and gets no people but a limit', () => {
    expect(readConfig(live)).toMatchObject({ mode: 'live', seed: false, rateLimitPerSecond: 100 })
  })

  it('D112: of a sandbox that rehearses live has its rules of strong authentication', () => {
    expect(readConfig({}).scaRehearsed).toBe(false)
    expect(readConfig({ GODWIT_SCA: 'strict' }).scaRehearsed).toBe(true)
  })

  it.each(secretNames)('of live without GODWIT_SECRET_%s is refused', (name) => {
    const env = { ...live, [`GODWIT_SECRET_${name}`]: '' }
    expect(() => readConfig(env)).toThrow(`Live mode needs GODWIT_SECRET_${name}.`)
  })

  it('D94: rates are fixed unless GODWIT_RATES is drift, which has a seed', () => {
    expect(readConfig({}).drift).toBe(undefined)
    expect(readConfig({ GODWIT_RATES: 'drift' }).drift).toEqual({ seed: 1 })
    const seeded = { GODWIT_RATES: 'drift', GODWIT_RATES_SEED: '42' }
    expect(readConfig(seeded).drift).toEqual({ seed: 42 })
  })

  const refused = [
    [{ GODWIT_MODE: 'test' }, 'GODWIT_MODE is test', 'there are two modes'],
    [{ GODWIT_SCA: 'off' }, 'GODWIT_SCA is off', 'there are two sets of rules'],
    [{ ...live, GODWIT_SCA: 'permissive' }, 'always strict', 'live proves who asks'],
    [{ ...live, GODWIT_AUTO_ADVANCE: '60' }, 'moved by hand', 'it would pay what nobody sent'],
    [{ ...live, GODWIT_RATES: 'drift' }, 'do not move by themselves', 'its rates are real'],
    [{ GODWIT_RATES: 'wild' }, 'GODWIT_RATES is wild', 'they are fixed or drift'],
    [{ GODWIT_BASE_URL: 'pay.example.org' }, 'a scheme and an authority', 'it has no scheme'],
    [
      { GODWIT_BASE_URL: 'https://pay.example.org/' },
      'GODWIT_BASE_URL is',
      'links would have two slashes',
    ],
    [{ DATABASE_URL: 'localhost' }, 'must be a URL of PostgreSQL', 'it has no scheme'],
    [{ DATABASE_URL: 'mysql://db/x' }, 'must be a URL of PostgreSQL', 'it is another database'],
    [{ DATABASE_URL: 'postgres://db:99999/x' }, 'must be a URL', 'ports end at 65535'],
    [{ PORT: '70000' }, 'PORT is 70000', 'ports end at 65535'],
    [{ PORT: 'http' }, 'PORT is http', 'it is no number'],
    [{ PORT: '1e3' }, 'PORT is 1e3', 'digits are what people mean by a number'],
    [{ PORT: '0x1F90' }, 'PORT is 0x1F90', 'nor are these'],
    [{ GODWIT_ROLES: 'api,cook' }, 'GODWIT_ROLES has cook', 'there is no such role'],
    [{ GODWIT_SMTP_URL: 'smtp://mail' }, 'the sandbox sends no mail', 'its outbox shows it'],
    [{ ...live, GODWIT_SMTP_URL: 'https://mail' }, 'smtps:// or smtp://', 'it is no mail server'],
    [{ ...live, GODWIT_SMTP_URL: 'smtps://mail' }, 'GODWIT_MAIL_FROM', 'mail is from somebody'],
    [
      { ...live, GODWIT_SMTP_URL: 'smtps://mail', GODWIT_MAIL_FROM: 'pay@example.org' },
      'GODWIT_BASE_URL',
      'links would lead nowhere',
    ],
    [{ GODWIT_LOGIN_URL: 'http://login' }, 'GODWIT_LOGIN_URL', 'who somebody is could be forged'],
    [{ ...live, GODWIT_SMS_URL: 'http://a.example' }, 'it must use https', 'it carries codes'],
    [{ ...live, GODWIT_SMS_URL: 'https://10.0.0.1' }, 'domain name', 'the guard would refuse it'],
    [{ GODWIT_SMS_URL: 'nonsense' }, 'it is not a URL', 'nothing could be sent to it'],
  ] as const
  it.each(refused)('%j is refused with %s, because %s', (env, says) => {
    expect(() => readConfig(env)).toThrow(says)
  })

  it('may name a mail server', () => {
    const url = 'smtps://pay:secret@mail.example:465'
    const named = { GODWIT_SMTP_URL: url, GODWIT_MAIL_FROM: 'pay@example.org' }
    const { mailbox } = readConfig({
      ...live,
      ...named,
      GODWIT_BASE_URL: 'https://pay.example.org',
    })
    expect(mailbox).toEqual({ url, from: 'pay@example.org' })
  })

  it.each([
    'postgres://me:secret@db.example:5432/godwit?sslmode=verify-full',
    'postgresql://me@%2Frun%2Fpostgresql/godwit',
    'postgres://me:secret@/godwit?host=/run/postgresql',
  ])('may name its database by %s', (DATABASE_URL) => {
    expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
  })

  it('may name a gateway for text messages', () => {
    const GODWIT_SMS_URL = 'https://sms.example/send'
    expect(readConfig({ ...live, GODWIT_SMS_URL }).smsUrl).toBe(GODWIT_SMS_URL)
  })
})
