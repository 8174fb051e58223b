// Dynamic forms that the client fills, against the service over HTTP.

import { describe, expect, it } from 'vitest'
import { testService } from '../../test/support/service.ts'
import { createsTransfer } from '../../test/support/transfers.ts'
import { FieldMissing, type Form, type FormField, fillForm } from '../src/index.ts'
import { clientFor } from './client.ts'

describe('fillForm', () => {
  const field = (key: string, options: Partial<FormField> = {}): FormField =>
    ({
      key,
      name: key,
      required: true,
      refreshRequirementsOnChange: false,
      ...options,
    }) as FormField
  const formWith = (...fields: FormField[]): Form[] => [
    { type: 'aba', fields: [{ group: fields }] },
  ]

  it('fetches the form again after a field that changes it, and sends dotted keys as objects', async () => {
    const loads: unknown[] = []
    const country = field('address.country', { refreshRequirementsOnChange: true })
    const filled = await fillForm({
      load: async (form) => {
        loads.push(structuredClone(form))
        return formWith(country, ...(form ? [field('address.state')] : []), field('accountNumber'))
      },
      answer: ({ key }) => `the ${key}`,
    })
    const address = { country: 'the address.country', state: 'the address.state' }
    expect(filled).toEqual({
      type: 'aba',
      details: { address, accountNumber: 'the accountNumber' },
    })
    expect(loads).toEqual([
      undefined,
      { type: 'aba', details: { address: { country: address.country } } },
    ])
  })

  it('waits for each answer before it calls `answer` for the next field', async () => {
    const steps: string[] = []
    const filled = await fillForm({
      load: async () => formWith(field('iban'), field('city')),
      answer: async ({ key }) => {
        steps.push(`${key} begins`)
        await new Promise((resolve) => setImmediate(resolve))
        steps.push(`${key} ends`)
        return key.toUpperCase()
      },
    })
    expect(filled.details).toEqual({ iban: 'IBAN', city: 'CITY' })
    expect(steps).toEqual(['iban begins', 'iban ends', 'city begins', 'city ends'])
  })

  it('fails with the error of a rejected answer, and with FieldMissing for an answer that resolves to undefined', async () => {
    const load = async () => formWith(field('iban'))
    const cancelled = fillForm({ load, answer: () => Promise.reject(new Error('cancelled')) })
    await expect(cancelled).rejects.toThrow('cancelled')
    await expect(fillForm({ load, answer: async () => undefined })).rejects.toThrow(FieldMissing)
  })

  it('leaves out an optional field without an answer, and throws FieldMissing for a required field without an answer', async () => {
    const email = field('email', { required: false })
    const optional = await fillForm({ load: async () => formWith(email), answer: () => undefined })
    expect(optional.details).toEqual({})
    const load = async () => formWith(email, field('iban'))
    const without = fillForm({ load, answer: () => undefined })
    await expect(without).rejects.toThrow(FieldMissing)
    await expect(without).rejects.toThrow(
      'The form requires iban (iban). Return a value for it from answer.',
    )
  })

  it('the error names the types when the wanted type does not exist, and states that no form was returned when there is none', async () => {
    const load = async () => formWith(field('iban'))
    const wrong = fillForm({ load, type: 'swift', answer: () => 1 })
    await expect(wrong).rejects.toThrow('There is no form swift, only aba.')
    const none = fillForm({ load: async () => [], answer: () => 1 })
    await expect(none).rejects.toThrow('No form was returned.')
  })

  it.each(['__proto__.polluted', 'constructor.prototype.polluted'])(
    'does not change Object.prototype when a hostile service returns the field %s',
    async (key) => {
      await fillForm({ load: async () => formWith(field(key)), answer: () => 'yes' })
      const { polluted } = {} as { polluted?: string }
      // Otherwise a failure would change the tests that run later in this process.
      delete (Object.prototype as { polluted?: string }).polluted
      expect(polluted).toBeUndefined()
    },
  )

  it('throws for a form that still changes after 200 fields', async () => {
    let n = 0
    const load = async () => formWith(field(`key${n++}`, { refreshRequirementsOnChange: true }))
    await expect(fillForm({ load, answer: () => 1 })).rejects.toThrow(
      'still changes after 200 fields',
    )
  })

  describe('with the forms of the service', () => {
    const service = testService()

    it('creates a recipient that the service accepts', async () => {
      const ann = await service.createUser()
      const godwit = await clientFor(service, ann)
      const quote = await godwit.quotes.createQuote({
        path: { profileId: ann.personal },
        body: { sourceCurrency: 'EUR', targetCurrency: 'GBP', sourceAmount: '250.00' },
      })
      const call = { path: { quoteId: quote.id ?? '' }, headers: { 'Accept-Minor-Version': '1' } }
      const values: Record<string, string> = {
        legalType: 'PRIVATE',
        accountHolderName: 'Ann Sample',
        sortCode: '040075',
        accountNumber: '37778842',
      }
      const { type, details } = await fillForm({
        load: (form) =>
          form
            ? godwit.requirements.refreshRecipientFormOfQuote({
                ...call,
                body: { currency: 'GBP', ...form },
              })
            : godwit.requirements.getRecipientFormOfQuote(call),
        type: 'sort_code',
        answer: ({ key }) => values[key],
      })
      const { accountHolderName, ...others } = details
      const recipient = await godwit.recipients.createRecipient({
        body: {
          currency: 'GBP',
          type,
          profile: ann.personal,
          accountHolderName: String(accountHolderName),
          details: others,
        },
      })
      expect(recipient).toMatchObject({ currency: 'GBP', type: 'sort_code' })
    })

    it('fills the form of a transfer', async () => {
      const ann = await service.createUser()
      const godwit = await clientFor(service, ann)
      const { targetAccount, quoteUuid } = await createsTransfer(ann)
      const payment = { targetAccount, quoteUuid }
      const filled = await fillForm({
        load: (form) =>
          godwit.requirements.getTransferForm({
            body: { ...payment, details: form?.details ?? {} },
          }),
        answer: ({ key }) => (key === 'reference' ? 'Rent' : undefined),
      })
      expect(filled).toEqual({ type: 'transfer', details: { reference: 'Rent' } })
    })
  })
})
