// D18: a profile has at most one active recipient with the same name, currency, type and details.

import { describe, expect, it } from 'vitest'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { hashOf } from '../model.ts'
import { addRecipient, britain, byEmail, germany, type Sample, withHolder } from './samples.ts'

describe('recipients.create with the same recipient', () => {
  const service = testService()

  const { details } = britain
  const same: [because: string, Sample][] = [
    ['the same request is sent again', britain],
    ['keys come in another order', { ...britain, details: reverseKeys(details) }],
    ['a value has spaces around it', { ...britain, details: { ...details, sortCode: ' 231470 ' } }],
    ['an unknown key is added', { ...britain, details: { ...details, shoeSize: '43' } }],
    [
      'a field with the value null is added',
      { ...britain, details: { ...details, address: null } },
    ],
    ['ownedByCustomer is added', { ...britain, ownedByCustomer: true }],
  ]
  it.each(same)('200 returns the existing recipient when %s', async (_because, again) => {
    const ann = await service.createUser()
    const first = await addRecipient(ann)
    expect(await addRecipient(ann, again)).toEqual(first)
    const { rows } = await service.db.pool.query(
      'select id from recipients where profile_id = $1',
      [ann.personal],
    )
    expect(rows).toHaveLength(1)
  })

  it.each(['SORT_CODE', 'SortCode', 'sort_Code'])(
    'D90: 200 returns the existing recipient for the type spelled %s',
    async (type) => {
      const ann = await service.createUser()
      const first = await addRecipient(ann)
      expect(await addRecipient(ann, { ...britain, type })).toEqual(first)
      expect(first.type).toBe('sort_code')
    },
  )

  const spellings = [
    { IBAN: 'DE89 3704 0044 0532 0130 00', BIC: 'COBADEFFXXX' },
    { IBAN: 'de893704 00440532013000', bic: 'coba deff xxx' },
    { iban: 'DE89-3704-0044-0532-0130-00', BIC: ' cobadeffxxx ' },
  ]
  it('D90: 200 creates a single recipient for all spellings of an IBAN, and stores the canonical spelling', async () => {
    const ann = await service.createUser()
    const account = { IBAN: 'DE89370400440532013000', BIC: 'COBADEFFXXX' }
    const first = await addRecipient(ann, {
      ...germany,
      details: { ...germany.details, ...account },
    })
    expect(first.details).toMatchObject({ ...account, iban: account.IBAN, bic: account.BIC })
    for (const details of spellings)
      expect(
        await addRecipient(ann, { ...germany, details: { legalType: 'BUSINESS', ...details } }),
      ).toEqual(first)
  })

  it('D90: 200 returns the existing recipient for a DuitNow mobile number with other separators', async () => {
    const ann = await service.createUser()
    const [first, second] = [
      await addRecipient(ann, duitNow('+601122223333')),
      await addRecipient(ann, duitNow('+60 11-22223333')),
    ]
    expect(first.details.accountNumber).toBe('+601122223333')
    expect(second).toEqual(first)
  })

  it('D90: 200 creates one recipient for two concurrent requests with different spellings', async () => {
    const ann = await service.createUser()
    const posts = spellings.map(
      (details) => () =>
        addRecipient(ann, { ...germany, details: { legalType: 'BUSINESS', ...details } }),
    )
    const lock = { text: 'lock table recipients in share row exclusive mode', values: [] }
    const results = await raceResults(service.db, lock, posts.slice(0, 2))
    const ids = results.map(({ id }) => id)
    expect(new Set(ids).size).toBe(1)
  })

  it('D90: 200 returns the existing recipient when it was stored before details became canonical', async () => {
    const ann = await service.createUser()
    const { id } = await addRecipient(ann, germany)
    const details = { legalType: 'BUSINESS', IBAN: 'DE89 3704 0044 0532 0130 00' }
    const hash = hashOf({
      currency: germany.currency,
      type: germany.type,
      accountHolderName: germany.accountHolderName ?? '',
      details,
    })
    await service.db.pool.query('update recipients set details = $2, hash = $3 where id = $1', [
      id,
      details,
      hash,
    ])
    expect((await addRecipient(ann, { ...germany, details })).id).toBe(id)
  })

  const other: [because: string, Sample][] = [
    ['the name differs', withHolder('Nora Samples')],
    ['a detail differs', { ...britain, details: { ...details, accountNumber: '28821823' } }],
    ['a detail is added', { ...britain, details: { ...details, email: 'nora@example.com' } }],
    ['the type differs', byEmail],
  ]
  it.each(other)(
    '200 creates a new recipient with another hash when %s',
    async (_because, different) => {
      const ann = await service.createUser()
      const [first, second] = [await addRecipient(ann), await addRecipient(ann, different)]
      expect(second.id).not.toBe(first.id)
      expect(second.hash).not.toBe(first.hash)
    },
  )

  it('200 creates a new recipient with the same hash in another profile', async () => {
    const ann = await service.createUser()
    const [mine, ours] = [await addRecipient(ann), await addRecipient(ann, britain, ann.business)]
    expect(ours.id).not.toBe(mine.id)
    expect(ours.hash).toBe(mine.hash)
  })

  it('200 creates a new recipient when the existing one was deactivated', async () => {
    const ann = await service.createUser()
    const first = await addRecipient(ann)
    await ann.call(`DELETE /v2/accounts/${first.id}`)
    const second = await addRecipient(ann)
    expect(second.id).not.toBe(first.id)
    expect(second.active).toBe(true)
  })

  it('200 creates one recipient for two concurrent requests', async () => {
    const ann = await service.createUser()
    const post = () => addRecipient(ann)
    const lock = { text: 'lock table recipients in share row exclusive mode', values: [] }
    const [first, second] = await raceResults(service.db, lock, [post, post])
    expect(second).toEqual(first)
    const { rows } = await service.db.pool.query(
      'select id from recipients where profile_id = $1',
      [ann.personal],
    )
    expect(rows).toHaveLength(1)
  })
})

function duitNow(accountNumber: string): Sample {
  const details = { legalType: 'PRIVATE', accountType: 'MOBILE_NUMBER', accountNumber }
  return {
    currency: 'MYR',
    type: 'malaysian_duitnow',
    accountHolderName: 'Nora Sample',
    details,
  }
}

function reverseKeys(details: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(details).reverse())
}
