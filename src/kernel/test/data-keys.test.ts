import { describe, expect, it } from 'vitest'
import { withSecondPool } from '../../../test/support/second-process.ts'
import { testService } from '../../../test/support/service.ts'
import { addDataKeyVersion, dataKey, loadDataKeys, setDataKeySecrets } from '../keys/data-keys.ts'

const service = testService({ audited: false })
const storedAt = { owner: 'card 1', field: 'pan' }
const cardNumber = Buffer.from('9999100000000000')

/** The error of the cipher (AES-GCM) when the key, the owner, the field or a byte is not that of the sealed value. */
const NOT_AUTHENTIC = 'unable to authenticate data'

const key = () => dataKey(service.db.reader, 'cards')

describe('a data key', () => {
  it('opens what it has sealed', async () => {
    const sealed = (await key()).seal(cardNumber, storedAt)
    expect(sealed.includes(cardNumber)).toBe(false)
    expect(await (await key()).open(sealed, storedAt)).toEqual(cardNumber)
  })

  it('seals the same value differently each time', async () => {
    const { seal } = await key()
    expect(seal(cardNumber, storedAt)).not.toEqual(seal(cardNumber, storedAt))
  })

  it.each([
    ['another owner', { owner: 'card 2', field: 'pan' }],
    ['another field', { owner: 'card 1', field: 'pin' }],
    ['an owner and a field whose texts join to the same', { owner: 'card 1pan', field: '' }],
  ])('cannot decrypt a value for %s', async (_, elsewhere) => {
    const { seal, open } = await key()
    await expect(open(seal(cardNumber, storedAt), elsewhere)).rejects.toThrow(NOT_AUTHENTIC)
  })

  it('cannot decrypt what the key of another purpose has sealed, nor a changed byte', async () => {
    const documents = await dataKey(service.db.reader, 'documents')
    const sealed = (await key()).seal(cardNumber, storedAt)
    await expect(documents.open(sealed, storedAt)).rejects.toThrow(NOT_AUTHENTIC)
    sealed[20] = (sealed[20] ?? 0) ^ 1
    await expect((await key()).open(sealed, storedAt)).rejects.toThrow(NOT_AUTHENTIC)
  })

  it('has an index that is equal for equal values, and differs by value, field and purpose', async () => {
    const cards = await key()
    const documents = await dataKey(service.db.reader, 'documents')
    expect(cards.index('1', 'pan')).toBe((await key()).index('1', 'pan'))
    expect(cards.index('1', 'pan')).toMatch(/^[0-9a-f]{64}$/)
    const others = [cards.index('1', 'pin'), cards.index('2', 'pan'), documents.index('1', 'pan')]
    expect(new Set([cards.index('1', 'pan'), ...others]).size).toBe(4)
  })
})

describe('a new version of a data key', () => {
  it('seals in a process from its next start on, or once the process has opened a value of this version; earlier values stay readable, and the index does not change', async () => {
    const before = await key()
    const old = before.seal(cardNumber, storedAt)
    expect(await service.db.transact((tx) => addDataKeyVersion(tx, 'cards'))).toBe(2)
    const versionHere = async () => (await key()).seal(cardNumber, storedAt).readUInt16BE(0)
    expect(await versionHere()).toBe(1)
    await withSecondPool(service, async (db) => {
      await loadDataKeys(db, {})
      const after = await dataKey(db.reader, 'cards')
      const sealed = after.seal(cardNumber, storedAt)
      expect([old.readUInt16BE(0), sealed.readUInt16BE(0)]).toEqual([1, 2])
      expect(await after.open(old, storedAt)).toEqual(cardNumber)
      expect(after.index('1', 'pan')).toBe(before.index('1', 'pan'))
      // This process has opened its keys before version 2 existed.
      expect(await (await key()).open(sealed, storedAt)).toEqual(cardNumber)
      expect(await versionHere()).toBe(2)
    })
  })
})

describe('with the secrets of the operator', () => {
  const secrets = { PIN: 'a secret for people', CARDS: 'a secret for cards' }

  it('stored keys are sealed, and only the right secret opens them', async () => {
    const sealed = (await key()).seal(cardNumber, storedAt)
    await withSecondPool(service, (db) => loadDataKeys(db, secrets))
    const { rows } = await service.db.pool.query<{ sealed: boolean }>(
      'select sealed from data_keys',
    )
    expect(new Set(rows.map((row) => row.sealed))).toEqual(new Set([true]))
    await withSecondPool(service, async (db) => {
      setDataKeySecrets(db.reader, secrets)
      expect(await (await dataKey(db.reader, 'cards')).open(sealed, storedAt)).toEqual(cardNumber)
    })
    await withSecondPool(service, (db) =>
      expect(loadDataKeys(db, {})).rejects.toThrow(
        'The data keys in this database are encrypted. Set GODWIT_SECRET_CARDS.',
      ),
    )
    await withSecondPool(service, (db) =>
      expect(loadDataKeys(db, { ...secrets, CARDS: 'x' })).rejects.toThrow(
        'GODWIT_SECRET_CARDS cannot decrypt the data keys of this database',
      ),
    )
  })
})
