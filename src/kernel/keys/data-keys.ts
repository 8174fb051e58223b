// Keys with which modules encrypt card numbers and PINs, the fields of identity documents, files and the secrets of
// operators. A data key is random and stored in the database. It is sealed with a secret of the operator, if there is one:
// live mode requires it. It is opened once and kept in the memory of the service, because opening runs scrypt, which is
// slow by design. Keys have versions, so that the key can be changed; each stored value begins with the version that opens
// it.

import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { ConfigError } from '../config-error.ts'
import { type Database, type Reader, sql, type Tx } from '../database/db.ts'
import { instanceMemory } from '../instance-memory.ts'
import { openSealed, seal, secureRandomBytes } from './seal.ts'

/** The variable with the operator's secret for each purpose of a data key. */
const secretNames = {
  cards: 'GODWIT_SECRET_CARDS',
  documents: 'GODWIT_SECRET_PIN',
  files: 'GODWIT_SECRET_PIN',
  operators: 'GODWIT_SECRET_PIN',
} as const
type DataKeyPurpose = keyof typeof secretNames
export const dataKeyPurposes = Object.keys(secretNames) as readonly DataKeyPurpose[]

type DataKeySecrets = {
  readonly PIN?: string | undefined
  readonly CARDS?: string | undefined
}

const secretOf = (purpose: DataKeyPurpose, { PIN, CARDS }: DataKeySecrets) =>
  secretNames[purpose] === 'GODWIT_SECRET_CARDS' ? CARDS : PIN

/** The row and the column of a value. They are authenticated, so a value cannot be moved to another row. */
type StoredAt = { readonly owner: string; readonly field: string }

export type DataKey = {
  /** Encrypts with the newest version. */
  seal(plain: Uint8Array, storedAt: StoredAt): Buffer
  /** Throws when the key or `storedAt` differs from that of `seal`. */
  open(sealed: Uint8Array, storedAt: StoredAt): Promise<Buffer>
  /** A keyed hash in hexadecimal, which finds an equal value without opening any. Its key never changes. */
  index(value: string, field: string): string
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const VERSION_BYTES = 2
const NONCE_BYTES = 12
const TAG_BYTES = 16

type KeyKind = 'data' | 'index'
type KeyRow = {
  readonly purpose: DataKeyPurpose
  readonly kind: KeyKind
  readonly version: number
  /** Base64; sealed text when `sealed`. */
  readonly key: string
  readonly sealed: boolean
}

const listKeysSql = sql<KeyRow>(`
  select purpose, kind, version, key, sealed from data_keys order by purpose, kind, version`)

const insertKeySql = sql<never>(`
  insert into data_keys (purpose, kind, version, key, sealed) values ($1, $2, $3, $4, $5)
  on conflict (purpose, kind, version) do nothing`)

const sealKeySql = sql<never>(`
  update data_keys set key = $4, sealed = true
   where purpose = $1 and kind = $2 and version = $3 and not sealed`)

type Memory = { secrets: DataKeySecrets; opened: Map<DataKeyPurpose, Promise<Keys>> }
type Keys = {
  readonly data: ReadonlyMap<number, Buffer>
  readonly newest: number
  readonly index: Buffer
}

const memoryOf = instanceMemory((): Memory => ({ secrets: {}, opened: new Map() }))

/** Sets the operator's secrets for this database. Call it before the first `dataKey`. */
export function setDataKeySecrets(db: Reader, secrets: DataKeySecrets): void {
  memoryOf(db).secrets = secrets
}

/**
 * Creates missing keys, seals stored keys that are not sealed if the operator has set a secret, and opens all keys.
 * Call it once, at startup. Throws ConfigError when a secret is missing or wrong.
 */
export async function loadDataKeys(db: Database, secrets: DataKeySecrets): Promise<void> {
  setDataKeySecrets(db.reader, secrets)
  const stored = await db.reader.rows(listKeysSql, [])
  for (const purpose of dataKeyPurposes)
    for (const kind of ['data', 'index'] as const)
      if (!stored.some((row) => row.purpose === purpose && row.kind === kind))
        await db.transact((tx) => insertKey(tx, { purpose, kind, version: 1 }, secrets))
  for (const row of stored) {
    const secret = secretOf(row.purpose, secrets)
    if (row.sealed || secret === undefined) continue
    const key = await seal(row.key, labelOf(row), secret)
    await db.transact((tx) => tx.rows(sealKeySql, [row.purpose, row.kind, row.version, key]))
  }
  await Promise.all(dataKeyPurposes.map((purpose) => dataKey(db.reader, purpose)))
}

/**
 * Adds a version of a data key. Each process seals with that version from its next start on, or once it has opened a value
 * that another process sealed with it.
 */
export async function addDataKeyVersion(tx: Tx, purpose: DataKeyPurpose): Promise<number> {
  const rows = await tx.rows(listKeysSql, [])
  const newest = rows.filter((row) => row.purpose === purpose && row.kind === 'data').at(-1)
  const version = (newest?.version ?? 0) + 1
  await insertKey(tx, { purpose, kind: 'data', version }, memoryOf(tx).secrets)
  return version
}

async function insertKey(
  tx: Tx,
  { purpose, kind, version }: Pick<KeyRow, 'purpose' | 'kind' | 'version'>,
  secrets: DataKeySecrets,
): Promise<void> {
  const secret = secretOf(purpose, secrets)
  const generated = secureRandomBytes(KEY_BYTES).toString('base64')
  const key =
    secret === undefined
      ? generated
      : await seal(generated, labelOf({ purpose, kind, version }), secret)
  await tx.rows(insertKeySql, [purpose, kind, version, key, secret !== undefined])
}

function labelOf({ purpose, kind, version }: Pick<KeyRow, 'purpose' | 'kind' | 'version'>): string {
  return `data-key ${purpose} ${kind} ${version}`
}

/** The key of one purpose. It is opened on first use in a process. */
export async function dataKey(db: Reader, purpose: DataKeyPurpose): Promise<DataKey> {
  const keys = await keysOf(db, purpose)
  return {
    seal: (plain, storedAt) => sealWith(keys, plain, aadOf(purpose, storedAt)),
    open: async (sealed, storedAt) => {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
      const version = bytes.readUInt16BE(0)
      const key = keys.data.get(version) ?? (await reloadKey(db, purpose, version))
      return openWith(key, bytes, aadOf(purpose, storedAt))
    },
    index: (value, field) =>
      createHmac('sha256', keys.index).update(`${field}\n${value}`).digest('hex'),
  }
}

function aadOf(purpose: DataKeyPurpose, { owner, field }: StoredAt): Buffer {
  return Buffer.from(JSON.stringify([purpose, owner, field]))
}

function sealWith({ data, newest }: Keys, plain: Uint8Array, aad: Buffer): Buffer {
  const nonce = secureRandomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, data.get(newest) as Buffer, nonce)
  cipher.setAAD(aad)
  const version = Buffer.alloc(VERSION_BYTES)
  version.writeUInt16BE(newest)
  const sealed = [cipher.update(plain), cipher.final()]
  return Buffer.concat([version, nonce, ...sealed, cipher.getAuthTag()])
}

function openWith(key: Buffer, bytes: Buffer, aad: Buffer): Buffer {
  const contentAt = VERSION_BYTES + NONCE_BYTES
  const tagAt = bytes.length - TAG_BYTES
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(VERSION_BYTES, contentAt))
  decipher.setAAD(aad)
  decipher.setAuthTag(bytes.subarray(tagAt))
  return Buffer.concat([decipher.update(bytes.subarray(contentAt, tagAt)), decipher.final()])
}

/** Reads the keys again: another process may have sealed with a version that was added after this process opened its keys. */
async function reloadKey(db: Reader, purpose: DataKeyPurpose, version: number): Promise<Buffer> {
  memoryOf(db).opened.delete(purpose)
  const key = (await keysOf(db, purpose)).data.get(version)
  if (key === undefined)
    throw new Error(
      `There is no version ${version} of the data key ${purpose}. Restore the row of data_keys from a backup.`,
    )
  return key
}

function keysOf(db: Reader, purpose: DataKeyPurpose): Promise<Keys> {
  const { opened, secrets } = memoryOf(db)
  const cached = opened.get(purpose)
  if (cached !== undefined) return cached
  const opening = openKeys(db, purpose, secretOf(purpose, secrets))
  opened.set(purpose, opening)
  // A failure, such as an unreachable database, must not be cached.
  opening.catch(() => opened.delete(purpose))
  return opening
}

async function openKeys(
  db: Reader,
  purpose: DataKeyPurpose,
  secret: string | undefined,
): Promise<Keys> {
  const rows = (await db.rows(listKeysSql, [])).filter((row) => row.purpose === purpose)
  const opened = await Promise.all(
    rows.map(async (row) => ({
      ...row,
      bytes: Buffer.from(await keyTextOf(row, secret), 'base64'),
    })),
  )
  const dataKeys = opened.filter(({ kind }) => kind === 'data')
  const data = new Map(dataKeys.map(({ version, bytes }) => [version, bytes]))
  const index = opened.find(({ kind }) => kind === 'index')?.bytes
  const newest = Math.max(...data.keys())
  if (index === undefined || data.size === 0)
    throw new Error(`the data key ${purpose} has not been created`)
  return { data, newest, index }
}

async function keyTextOf(row: KeyRow, secret: string | undefined): Promise<string> {
  if (!row.sealed) return row.key
  const secretName = secretNames[row.purpose]
  if (secret === undefined)
    throw new ConfigError(`The data keys in this database are encrypted. Set ${secretName}.`)
  try {
    return await openSealed(row.key, labelOf(row), secret)
  } catch (cause) {
    throw new ConfigError(
      `${secretName} cannot decrypt the data keys of this database. Set it to the secret that encrypted them.`,
      { cause },
    )
  }
}
