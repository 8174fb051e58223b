import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError } from '../../kernel/config-error.ts'
import { bannerOf } from '../banner.ts'
import { type Config, readConfig } from '../config.ts'
import { endpoints, eventKinds } from '../declarations.ts'
import { endpointInDialect, translationOf } from '../http/dialect/dialect.ts'
import { type Dialect, loadDialect } from '../http/dialect/file.ts'

describe('D89: the dialect file', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dialect-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const saveFile = (text: string) => {
    const path = join(folder, `${randomUUID()}.json`)
    writeFileSync(path, text)
    return path
  }
  const load = (file: unknown) => {
    const dialect = loadDialect(saveFile(typeof file === 'string' ? file : JSON.stringify(file)))
    translationOf(dialect, endpoints, eventKinds)
    return dialect
  }

  const wrong: [string, unknown, RegExp][] = [
    [
      'is not JSON',
      '{"words": }',
      /which is not valid JSON\. Write one JSON object in this file\.$/,
    ],
    ['is not an object', [], /there is no JSON object\. Write one JSON object in this file\.$/],
    ['has an unknown option', { wrods: {} }, /the field wrods is unknown\. Use words, v2/],
    [
      'has words that are not an object',
      { words: ['acme'] },
      /words is not an object\. Write an object/,
    ],
    [
      'has an unknown value of cardStatus',
      { cardStatus: 'list' },
      /cardStatus has an unknown value\. Set it to "text" or "object"\.$/,
    ],
    [
      'names a word that is not neutral',
      { words: { fee: 'x' } },
      /"fee" is not a neutral word\. Use /,
    ],
    [
      'has a word with a dash',
      { words: { provider: 'a-b' } },
      /is not allowed\. Use 1 to 40 characters/,
    ],
    ['has an empty word', { words: { provider: '' } }, /is not allowed\. Use 1 to 40 characters/],
    [
      'has a word of 41 letters',
      { words: { provider: 'a'.repeat(41) } },
      /is not allowed\. Use 1 to 40 characters/,
    ],
    [
      'has a number as a word',
      { words: { provider: 7 } },
      /is not allowed\. Use 1 to 40 characters/,
    ],
    [
      'has the word __proto__',
      { words: { provider: '__proto__' } },
      /is not allowed\. Use 1 to 40/,
    ],
    [
      'translates two neutral words to the same word',
      { words: { provider: 'acme', PROVIDER: 'acme' } },
      /"provider" and "PROVIDER" both become "acme"\. Use two different words\.$/,
    ],
    [
      'translates a neutral word to another neutral word',
      { words: { provider: 'PROVIDER' } },
      /"provider" becomes "PROVIDER", which is another neutral word\. Use a different word\.$/,
    ],
    [
      'translates a field name to the name of another field of the same object',
      { words: { provider: 'discount' } },
      /translates "provider" to "discount", which already exists in the same schema \(quotes\./,
    ],
    [
      'translates a value to another value of the same field',
      { words: { PROVIDER: 'FEE' } },
      /"FEE", which already exists/,
    ],
    [
      'translates a key of forms to another key of forms',
      { words: { caNetworkAccount: 'iban' } },
      /"iban", which already exists/,
    ],
    [
      'translates an account type to another account type',
      { words: { ca_network: 'sort_code' } },
      /"sort_code", which already/,
    ],
  ]
  it.each(wrong)('is refused with a one-line ConfigError when it %s', (_, file, sentence) => {
    let thrown: unknown
    try {
      load(file)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(ConfigError)
    const { message } = thrown as ConfigError
    expect(message).toMatch(sentence)
    expect(message).toMatch(/^GODWIT_DIALECT [^\n]*\.$/)
  })

  it('is refused with a one-line ConfigError when it does not exist', () => {
    expect(() => loadDialect(join(folder, 'none.json'))).toThrow(
      /^GODWIT_DIALECT is \S+none\.json, which cannot be read \(ENOENT\)\. Set it to the path of a JSON file that this process may read\.$/,
    )
  })

  it('changes no operation when it is empty or keeps every neutral word', () => {
    for (const file of [
      {},
      { words: {} },
      { words: { provider: 'provider' }, v2ProfileType: 'lower' },
    ]) {
      const dialect = load(file)
      expect([dialect.words.size, dialect.options.size]).toEqual([0, 0])
      for (const endpoint of endpoints)
        expect(JSON.stringify(endpointInDialect(endpoint, dialect))).toBe(JSON.stringify(endpoint))
    }
  })

  it('derives the account type of v2 from the type of v1 unless it contains a type of v2', () => {
    const ca_network = 'maple_pay'
    expect(load({ words: { ca_network } }).words.get('CaNetwork')).toBe('MaplePay')
    const explicit = load({ words: { ca_network, CaNetwork: 'Maple' } })
    expect(explicit.words.get('CaNetwork')).toBe('Maple')
    const unchanged = load({ words: { ca_network, CaNetwork: 'CaNetwork' } })
    expect(unchanged.words.has('CaNetwork')).toBe(false)
  })

  it('is read from the path in GODWIT_DIALECT, which the banner shows', () => {
    const path = saveFile(JSON.stringify({ words: { provider: 'acme' }, v2ProfileType: 'upper' }))
    const config = readConfig({ GODWIT_DIALECT: path })
    expect(config.dialectFile).toBe(path)
    const now = Temporal.Now.instant()
    const banner = (shown: Config, dialect?: Dialect) =>
      bannerOf('http://x', shown, { now, real: now }, dialect)
    expect(banner(config, loadDialect(path))).toContain(
      `  Dialect  ${path} (provider: acme, v2ProfileType)\n`,
    )
    expect(banner(readConfig({}))).not.toContain('Dialect')
  })
})
