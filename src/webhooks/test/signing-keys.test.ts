import { createPublicKey, verify } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { raceResults } from '../../../test/support/race.ts'
import { openSecondPool } from '../../../test/support/second-process.ts'
import { testService } from '../../../test/support/service.ts'
import type { Database } from '../../kernel/database/db.ts'
import { seal } from '../../kernel/keys/seal.ts'
import { loadSigningKeys } from '../index.ts'
import { publicKeyOf, type SigningKeys } from '../messages/signing-keys.ts'

describe('signing keys', () => {
  const service = testService()
  const opened: Database[] = []

  /** Connects to the database as another process would, or the same process after a restart. */
  const connect = async () => {
    const db = await openSecondPool(service)
    opened.push(db)
    return db
  }
  const deleteKeys = () => service.db.pool.query('delete from signing_keys')
  const readStoredKeys = async () =>
    (await service.db.pool.query('select * from signing_keys order by algorithm')).rows

  /** Both signatures, by Ed25519 and RSASSA-PKCS1-v1_5, are deterministic: equal keys make equal signatures. */
  const expectSameKeys = async (keys: SigningKeys, other: SigningKeys) => {
    expect(keys.signText('text')).toBe(other.signText('text'))
    expect(await keys.signBody('{}')).toEqual(await other.signBody('{}'))
  }

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((db) => db.close()))
  })

  it('are the same after a restart', async () => {
    await deleteKeys()
    await loadSigningKeys(await connect(), undefined)
    const before = await readStoredKeys()
    const db = await connect()
    const keys = await loadSigningKeys(db, undefined)
    expect(await readStoredKeys()).toEqual(before)
    const { sha256 } = await keys.signBody('{}')
    const publicKey = createPublicKey(await publicKeyOf(db.reader, 'rsa'))
    const signature = Buffer.from(sha256, 'base64')
    expect(verify('sha256', Buffer.from('{}'), publicKey, signature)).toBe(true)
  })

  it('are created once when two processes start concurrently', async () => {
    await deleteKeys()
    const [one, two] = [await connect(), await connect()]
    const lock = { text: 'lock table signing_keys in exclusive mode', values: [] }
    const started = await raceResults(service.db, lock, [
      () => loadSigningKeys(one, undefined),
      () => loadSigningKeys(two, undefined),
    ])
    const signatures = await Promise.all(started.map((keys) => keys.signBody('the same')))
    expect(signatures[0]).toEqual(signatures[1])
    expect((await readStoredKeys()).map(({ algorithm }) => algorithm)).toEqual(['ed25519', 'rsa'])
  })

  it('are encrypted with the configured secret, and cannot be loaded without it', async () => {
    await deleteKeys()
    const keys = await loadSigningKeys(await connect(), 'a long secret')
    const stored = await readStoredKeys()
    expect(stored).toHaveLength(2)
    for (const { private_key, sealed } of stored) {
      expect(sealed).toBe(true)
      expect(private_key).not.toContain('PRIVATE KEY')
    }
    const again = await loadSigningKeys(await connect(), 'a long secret')
    await expectSameKeys(again, keys)
    await expect(loadSigningKeys(await connect(), 'another')).rejects.toThrow('cannot decrypt')
    await expect(loadSigningKeys(await connect(), undefined)).rejects.toThrow(
      'Set GODWIT_SECRET_WEBHOOK',
    )
  })

  it('stay the same when a secret is configured later, and are then encrypted', async () => {
    await deleteKeys()
    const plain = await loadSigningKeys(await connect(), undefined)
    const encrypted = await loadSigningKeys(await connect(), 'a secret')
    await expectSameKeys(encrypted, plain)
    expect((await readStoredKeys()).map((row) => row.sealed)).toEqual([true, true])
  })

  it('can be loaded by a process that never saw them unencrypted', async () => {
    await deleteKeys()
    const plain = await loadSigningKeys(await connect(), undefined)
    for (const { algorithm, private_key } of await readStoredKeys())
      await service.db.pool.query(
        'update signing_keys set private_key = $2, sealed = true where algorithm = $1',
        [algorithm, await seal(private_key, algorithm, 'a secret')],
      )
    const again = await loadSigningKeys(await connect(), 'a secret')
    await expectSameKeys(again, plain)
  })

  it('cannot be loaded when the encrypted keys of two algorithms are swapped', async () => {
    await deleteKeys()
    await loadSigningKeys(await connect(), 'a secret')
    await service.db.pool.query(`
      update signing_keys k set private_key = o.private_key from signing_keys o
       where o.algorithm <> k.algorithm`)
    await expect(loadSigningKeys(await connect(), 'a secret')).rejects.toThrow('cannot decrypt')
  })
})
