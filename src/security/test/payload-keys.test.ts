import { describe, expect, it } from 'vitest'
import { raceResults } from '../../../test/support/race.ts'
import { withSecondPool } from '../../../test/support/second-process.ts'
import { testService } from '../../../test/support/service.ts'
import { seal } from '../../kernel/keys/seal.ts'
import { loadPayloadKeys } from '../index.ts'
import { encryptingClient, joseHeaders } from './encrypting-client.ts'
import {
  answerChallenge,
  challengeToken,
  enrolsFace,
  outcome,
  PIN,
  passesChallenges,
  requestFunding,
  setsPin,
} from './protected-requests.ts'

const verify = 'POST /v1/one-time-token/pin/verify'

describe('an encrypted request body', () => {
  const service = testService()

  /** Creates a user with a PIN, a client that encrypts its requests, and a one-time token that the PIN clears. */
  async function encryptingClientWithPin() {
    const ann = await service.createUser()
    const client = await encryptingClient(ann)
    await setsPin(ann)
    const token = challengeToken(await requestFunding(ann))
    const verifyPin = (body: string, headers: object = {}) =>
      ann.call(verify, { body, headers: { ...joseHeaders, 'one-time-token': token, ...headers } })
    return { ann, client, token, verifyPin }
  }

  it('is decrypted, and the reply is encrypted with the same content key', async () => {
    const { ann, client, token, verifyPin } = await encryptingClientWithPin()
    const reply = await verifyPin(await client.encrypts(JSON.stringify({ pin: PIN })))
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/jose+json'])
    expect(reply.text).not.toContain(token)
    expect(await client.decrypts(reply)).toMatchObject({
      oneTimeTokenProperties: { oneTimeToken: token, challenges: [], userId: ann.userId },
    })
  })

  it('gets a reply in plain JSON unless the client accepts an encrypted reply', async () => {
    const { client, token, verifyPin } = await encryptingClientWithPin()
    const encrypted = await client.encrypts(JSON.stringify({ pin: PIN }))
    const { body } = await verifyPin(encrypted, { accept: 'application/json' })
    expect(body.oneTimeTokenProperties.oneTimeToken).toBe(token)
  })

  it('204 sets up a PIN', async () => {
    const ann = await service.createUser()
    const { encrypts } = await encryptingClient(ann)
    const body = await encrypts(JSON.stringify({ pin: PIN }))
    const reply = await ann.call('POST /v1/user/pin', { body, headers: joseHeaders })
    expect([reply.status, reply.text]).toEqual([204, ''])
    await passesChallenges(ann, challengeToken(await requestFunding(ann)), 'PIN')
  })

  it('is approved by a one-time token that was issued for another encryption of the same text', async () => {
    const { ann, client } = await encryptingClientWithPin()
    await ann.call(`DELETE /v1/users/${ann.userId}/pin`)
    await enrolsFace(ann)
    const sets = async (headers: object) =>
      ann.call('POST /v1/user/pin', {
        body: await client.encrypts(JSON.stringify({ pin: PIN })),
        headers: { ...joseHeaders, ...headers },
      })
    const token = challengeToken(await sets({}))
    await passesChallenges(ann, token, 'FACE_MAP')
    expect((await sets({ 'one-time-token': token })).status).toBe(204)
  })

  it('400 pin.invalid in plain JSON for an encrypted wrong PIN, which is counted', async () => {
    const { ann, client, token, verifyPin } = await encryptingClientWithPin()
    const body = await client.encrypts(JSON.stringify({ pin: '0000' }))
    for (let n = 0; n < 5; n++) expect(outcome(await verifyPin(body))).toBe('400 pin.invalid')
    expect(outcome(await answerChallenge(ann, token, 'PIN'))).toBe('429 sca.locked')
  })

  it('400 request.body.unreadable when the body is encrypted with another algorithm or was changed afterwards', async () => {
    const { ann, client, verifyPin } = await encryptingClientWithPin()
    const text = JSON.stringify({ pin: PIN })
    const [head, wrapped, nonce, , tag] = (await client.encrypts(text)).split('.')
    const unreadable = [
      await client.encrypts(text, { alg: 'RSA-OAEP' }),
      await client.encrypts(text, { enc: 'A128GCM' }),
      [head, wrapped, nonce, 'AAAA', tag].join('.'),
      [head, 'AAAA', nonce, 'AAAA', tag].join('.'),
      'a.b.c.d.e',
    ]
    for (const body of unreadable) {
      expect(outcome(await verifyPin(body))).toBe('400 request.body.unreadable')
      const request = { body, headers: joseHeaders }
      expect(outcome(await ann.call('POST /v1/user/pin', request))).toBe(
        '400 request.body.unreadable',
      )
    }
  })

  it('400 request.body.malformed when the decrypted text is not JSON, 400 Pattern when its PIN has two digits', async () => {
    const { client, verifyPin } = await encryptingClientWithPin()
    expect(outcome(await verifyPin(await client.encrypts('pin=1234')))).toBe(
      '400 request.body.malformed',
    )
    expect(outcome(await verifyPin(await client.encrypts('{"pin":"12"}')))).toBe('400 Pattern')
  })

  it('400 request.body.malformed for an operation that does not accept encrypted bodies', async () => {
    const { ann, client } = await encryptingClientWithPin()
    const body = await client.encrypts('{"otpCode":"111111"}')
    const reply = await ann.call('POST /v1/one-time-token/sms/verify', {
      body,
      headers: joseHeaders,
    })
    expect(outcome(reply)).toBe('400 request.body.malformed')
  })

  it('200 for a body in plain JSON with the content type application/jose+json', async () => {
    const { verifyPin } = await encryptingClientWithPin()
    expect((await verifyPin(JSON.stringify({ pin: PIN }))).status).toBe(200)
  })
})

describe('the payload key pairs', () => {
  const service = testService()
  const loadKeys = (secret: string | undefined) =>
    withSecondPool(service, (db) => loadPayloadKeys(db, secret))
  const stored = async () => (await service.db.pool.query('select * from payload_keys')).rows

  it('are one pair when two processes start concurrently, which a later process can still load', async () => {
    await service.db.pool.query('delete from payload_keys')
    const lock = { text: 'lock table payload_keys in exclusive mode', values: [] }
    await raceResults(service.db, lock, [() => loadKeys(undefined), () => loadKeys(undefined)])
    const [first, ...others] = await stored()
    expect([first.version, others]).toEqual([1, []])
    const open = await loadKeys(undefined)
    const { encrypts } = await encryptingClient(await service.createUser())
    expect((await open(await encrypts('a text'))).text).toBe('a text')
  })

  it('stay the same when a secret is configured later, and are sealed from then on', async () => {
    const { encrypts } = await encryptingClient(await service.createUser())
    const open = await loadKeys('a secret')
    expect((await open(await encrypts('a text'))).text).toBe('a text')
    expect((await stored()).map(({ sealed }) => sealed)).toEqual([true])
  })

  it('can be opened when an earlier version of the program sealed them with the label payload-key 1', async () => {
    await service.db.pool.query('delete from payload_keys')
    await loadKeys(undefined)
    const [{ private_key }] = await stored()
    await service.db.pool.query('update payload_keys set private_key = $1, sealed = true', [
      await seal(private_key, 'payload-key 1', 'a secret'),
    ])
    const open = await loadKeys('a secret')
    const { encrypts } = await encryptingClient(await service.createUser())
    expect((await open(await encrypts('a text'))).text).toBe('a text')
  })

  it('are sealed with the configured secret, and can be opened only with it', async () => {
    await service.db.pool.query('delete from payload_keys')
    await loadKeys('a long secret')
    const [{ private_key, sealed }] = await stored()
    expect([sealed, private_key.includes('PRIVATE KEY')]).toEqual([true, false])
    const open = await loadKeys('a long secret')
    const { encrypts } = await encryptingClient(await service.createUser())
    expect((await open(await encrypts('a text'))).text).toBe('a text')
    await expect(loadKeys('another')).rejects.toThrow('cannot decrypt')
    await expect(loadKeys(undefined)).rejects.toThrow('Set GODWIT_SECRET_PIN')
  })
})
