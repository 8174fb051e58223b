import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { addRecipient, britain, byEmail, germany } from './samples.ts'

describe('recipients.get-v2', () => {
  const service = testService()
  /** The recipient of this id. Expects the status 200. */
  const recipientOf = async (person: Person, id: number) => {
    const { status, body } = await person.call(`GET /v2/accounts/${id}`)
    expect(status).toBe(200)
    return body
  }
  const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/)

  it('200 returns every field of a British account', async () => {
    const ann = await service.createUser()
    const created = await addRecipient(ann, { ...britain, ownedByCustomer: true })
    const reply = await ann.call(`GET /v2/accounts/${created.id}`)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      id: created.id,
      creatorId: ann.userId,
      profileId: ann.personal,
      name: {
        fullName: 'Nora Sample',
        givenName: null,
        familyName: null,
        middleName: null,
        patronymicName: null,
        cannotHavePatronymicName: null,
      },
      currency: 'GBP',
      country: 'GB',
      type: 'SortCode',
      legalEntityType: 'PERSON',
      active: true,
      details: {
        sortCode: '231470',
        accountNumber: '28821822',
        hashedByLooseHashAlgorithm: sha256,
      },
      commonFieldMap: { accountNumberField: 'accountNumber', bankCodeField: 'sortCode' },
      hash: created.hash,
      accountSummary: '(23-14-70) 28821822',
      longAccountSummary: 'GBP account ending in 1822',
      displayFields: [
        { key: 'details/sortCode', label: 'UK sort code', value: '23-14-70' },
        { key: 'details/accountNumber', label: 'Account number', value: '28821822' },
      ],
      isInternal: false,
      ownedByCustomer: true,
    })
  })

  it('200 returns the fields in the order of Facts 10.2', async () => {
    const ann = await service.createUser()
    const { id } = await addRecipient(ann, byEmail)
    const body = await recipientOf(ann, id)
    expect(Object.keys(body).join(' ')).toBe(
      'id creatorId profileId name currency type legalEntityType email active details ' +
        'commonFieldMap hash accountSummary longAccountSummary displayFields isInternal ' +
        'ownedByCustomer',
    )
    const german = await recipientOf(ann, (await addRecipient(ann, germany)).id)
    expect(Object.keys(german).slice(4, 6)).toEqual(['currency', 'country'])
    expect(Object.keys(german.details)).toEqual(['iban', 'hashedByLooseHashAlgorithm'])
  })

  it('200 returns an IBAN account of an institution', async () => {
    const ann = await service.createUser()
    const { id } = await addRecipient(ann, germany)
    expect(await recipientOf(ann, id)).toMatchObject({
      type: 'Iban',
      legalEntityType: 'INSTITUTION',
      country: 'DE',
      details: { iban: 'DE89370400440532013000', hashedByLooseHashAlgorithm: sha256 },
      commonFieldMap: { accountNumberField: 'iban', bankCodeField: 'bic', bicField: 'bic' },
      accountSummary: 'DE89 3704 0044 0532 0130 00',
      longAccountSummary: 'EUR account ending in 3000',
      displayFields: [{ key: 'details/iban', label: 'IBAN', value: 'DE89 3704 0044 0532 0130 00' }],
    })
  })

  it('200 returns an e-mail recipient without a country', async () => {
    const ann = await service.createUser()
    const { id } = await addRecipient(ann, byEmail)
    const body = await recipientOf(ann, id)
    expect(body).toMatchObject({
      type: 'Email',
      email: 'nora@example.com',
      legalEntityType: 'PERSON',
      accountSummary: 'nora@example.com',
      displayFields: [{ key: 'email', label: 'Email (Optional)', value: 'nora@example.com' }],
    })
    expect(body).not.toHaveProperty('country')
    expect(body.details).toEqual({ hashedByLooseHashAlgorithm: sha256 })
  })

  it('404 RECIPIENT_MISSING for an unknown id', async () => {
    const reply = await (await service.createUser()).call('GET /v2/accounts/999999')
    expect(outcome(reply)).toBe('404 RECIPIENT_MISSING')
  })
})
