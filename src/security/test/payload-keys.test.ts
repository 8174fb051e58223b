import { describe, expect, inject, it } from 'vitest'
import { race } from '../../../test/support/race.ts'
import { house } from '../../../test/support/service.ts'
import { openDatabase } from '../../kernel/database/db.ts'
import { seal } from '../../kernel/keys/seal.ts'
import { loadPayloadKeys } from '../index.ts'
import { answers, challenged, clears, fundsSomething, outcome, PIN, setsPin } from './asking.ts'
import { joseHeaders, sealer } from './sealing.ts'

const verify = 'POST /v1/one-time-token/pin/verify'

describe('an encrypted request body', () => {
  const h = house()

  /** Somebody who has a PIN, and a one-time token to be cleared by it. */
  async function asked() {
    const ann = await h.user()
    const client = await sealer(ann)
    await setsPin(ann)
    const token = challenged(await fundsSomething(ann))
    const verifies = (body: string, headers: object = {}) =>
      ann.call(verify, { body, headers: { ...joseHeaders, 'one-time-token': token, ...headers } })
    return { ann, client, token, verifies }
  }

  it('is decrypted, and the reply is encrypted with the same content key', async () => {
    const { ann, client, token, verifies } = await asked()
    const reply = await verifies(await client.seals(JSON.stringify({ pin: PIN })))
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/jose+json'])
    expect(reply.text).not.toContain(token)
    expect(await client.opens(reply)).toMatchObject({
      oneTimeTokenProperties: { oneTimeToken: token, challenges: [], userId: ann.userId },
    })
  })

  it('gets a reply in plain JSON unless the client accepts an encrypted one', async () => {
    const { client, token, verifies } = await asked()
    const sealed = await client.seals(JSON.stringify({ pin: PIN }))
    const { body } = await verifies(sealed, { accept: 'application/json' })
    expect(body.oneTimeTokenProperties.oneTimeToken).toBe(token)
  })

  it('204 sets up a PIN', async () => {
    const ann = await h.user()
    const { seals } = await sealer(ann)
    const body = await seals(JSON.stringify({ pin: PIN }))
    const reply = await ann.call('POST /v1/user/pin', { body, headers: joseHeaders })
    expect([reply.status, reply.text]).toEqual([204, ''])
    await clears(ann, challenged(await fundsSomething(ann)), 'PIN')
  })

  it('is the same request as its plain text for a one-time token', async () => {
    const { ann, client } = await asked()
    await ann.call(`DELETE /v1/users/${ann.userId}/pin`)
    const face = { body: { faceMap: Buffer.from('a face').toString('base64') } }
    await ann.call('POST /v1/user/facemap/enrol', face)
    const sets = async (headers: object) =>
      ann.call('POST /v1/user/pin', {
        body: await client.seals(JSON.stringify({ pin: PIN })),
        headers: { ...joseHeaders, ...headers },
      })
    const token = challenged(await sets({}))
    await clears(ann, token, 'FACE_MAP')
    expect((await sets({ 'one-time-token': token })).status).toBe(204)
  })

  it('400 pin.invalid in plain JSON for an encrypted wrong PIN, which is counted', async () => {
    const { ann, client, token, verifies } = await asked()
    const sealed = await client.seals(JSON.stringify({ pin: '0000' }))
    for (let n = 0; n < 5; n++) expect(outcome(await verifies(sealed))).toBe('400 pin.invalid')
    expect(outcome(await answers(ann, token, 'PIN'))).toBe('429 sca.locked')
  })

  it('400 request.body.unreadable when the body is encrypted for another key or with another algorithm', async () => {
    const { ann, client, verifies } = await asked()
    const text = JSON.stringify({ pin: PIN })
    const good = await client.seals(text)
    const [head, wrapped, nonce, , tag] = good.split('.')
    const bad = [
      await client.seals(text, { alg: 'RSA-OAEP' }),
      await client.seals(text, { enc: 'A128GCM' }),
      [head, wrapped, nonce, 'AAAA', tag].join('.'),
      [head, 'AAAA', nonce, 'AAAA', tag].join('.'),
      'a.b.c.d.e',
    ]
    for (const body of bad) {
      expect(outcome(await verifies(body))).toBe('400 request.body.unreadable')
      const creating = { body, headers: joseHeaders }
      expect(outcome(await ann.call('POST /v1/user/pin', creating))).toBe(
        '400 request.body.unreadable',
      )
    }
  })

  it('400 when the decrypted text is not JSON, or not a PIN', async () => {
    const { client, verifies } = await asked()
    expect(outcome(await verifies(await client.seals('pin=1234')))).toBe(
      '400 request.body.malformed',
    )
    expect(outcome(await verifies(await client.seals('{"pin":"12"}')))).toBe('400 Pattern')
  })

  it('400 request.body.malformed for an operation that does not accept encrypted bodies', async () => {
    const { ann, client } = await asked()
    const body = await client.seals('{"otpCode":"111111"}')
    const reply = await ann.call('POST /v1/one-time-token/sms/verify', {
      body,
      headers: joseHeaders,
    })
    expect(outcome(reply)).toBe('400 request.body.malformed')
  })

  it('may be plain JSON with the content type application/jose+json', async () => {
    const { verifies } = await asked()
    expect((await verifies(JSON.stringify({ pin: PIN }))).status).toBe(200)
  })
})

describe('the payload key pairs', () => {
  const h = house()
  const again = async (secret: string | undefined) => {
    const { rows } = await h.db.pool.query<{ name: string }>('select current_database() as name')
    const url = new URL(inject('postgresUrl'))
    url.pathname = `/${rows[0]?.name}`
    const db = openDatabase(url.href, 3)
    return loadPayloadKeys(db, secret).finally(() => db.close())
  }
  const stored = async () => (await h.db.pool.query('select * from payload_keys')).rows

  it('are one pair when two processes start at the same time, and survive a restart', async () => {
    await h.db.pool.query('delete from payload_keys')
    const hold = { text: 'lock table payload_keys in exclusive mode', values: [] }
    await race(h.db, hold, [() => again(undefined), () => again(undefined)])
    const [first, ...others] = await stored()
    expect([first.version, others]).toEqual([1, []])
    const open = await again(undefined)
    const { seals } = await sealer(await h.user())
    expect((await open(await seals('a text'))).text).toBe('a text')
  })

  it('stay the same when a secret is configured later, and are sealed from then on', async () => {
    const { seals } = await sealer(await h.user())
    const open = await again('a secret')
    expect((await open(await seals('a text'))).text).toBe('a text')
    expect((await stored()).map(({ sealed }) => sealed)).toEqual([true])
  })

  it('can be opened after an earlier version of the program sealed them', async () => {
    await h.db.pool.query('delete from payload_keys')
    await again(undefined)
    const [{ private_key }] = await stored()
    await h.db.pool.query('update payload_keys set private_key = $1, sealed = true', [
      await seal(private_key, 'payload-key 1', 'a secret'),
    ])
    const open = await again('a secret')
    const { seals } = await sealer(await h.user())
    expect((await open(await seals('a text'))).text).toBe('a text')
  })

  it('are sealed with the configured secret, and can be opened only with it', async () => {
    await h.db.pool.query('delete from payload_keys')
    await again('a long secret')
    const [{ private_key, sealed }] = await stored()
    expect([sealed, private_key.includes('PRIVATE KEY')]).toEqual([true, false])
    const open = await again('a long secret')
    const { seals } = await sealer(await h.user())
    expect((await open(await seals('a text'))).text).toBe('a text')
    await expect(again('another')).rejects.toThrow('does not open')
    await expect(again(undefined)).rejects.toThrow('set GODWIT_SECRET_PIN')
  })
})
