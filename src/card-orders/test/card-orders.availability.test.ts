import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'
import { insertsPrimaryAddress } from '../../profiles/test/extension-fixtures.ts'
import { ordersCard, ordersPath, PHYSICAL, physical, VIRTUAL } from './card-order-fixtures.ts'

type Program = { name: string; scheme: string; defaultCurrency: string; cardType: string }

describe('card-orders.availability', () => {
  const service = testService({
    settings: { cardLimits: { virtual: 2, physical: 1, virtualPerDay: 1 } },
  })
  const listPrograms = async (
    { call }: Pick<Person, 'call'>,
    profileId: number,
  ): Promise<Program[]> =>
    (await ok(call(`GET ${ordersPath(profileId)}/availability`))).cardPrograms

  it('D58: 200 with the virtual and the physical program of the United Kingdom for a person without an address', async () => {
    const ann = await service.createUser()
    expect(await listPrograms(ann, ann.personal)).toEqual([
      {
        name: VIRTUAL,
        scheme: 'CARD_NETWORK_A',
        defaultCurrency: 'GBP',
        cardType: 'VIRTUAL_NON_UPGRADEABLE',
      },
      { name: PHYSICAL, scheme: 'CARD_NETWORK_A', defaultCurrency: 'GBP', cardType: 'PHYSICAL' },
    ])
  })

  it('D58: 200 with the programs of businesses for a business', async () => {
    const ann = await service.createUser()
    expect((await listPrograms(ann, ann.business)).map(({ name }) => name)).toEqual([
      'CARD_NETWORK_A_DEBIT_BUSINESS_UK_1_CARDS_API',
      'CARD_NETWORK_A_DEBIT_BUSINESS_UK_1_PHYSICAL_CARDS_API',
    ])
  })

  it.each([
    ['DE', ['EUR', 'EUR', 'EUR', 'EUR'], ['CARD_NETWORK_A', 'CARD_NETWORK_B']],
    ['US', ['USD', 'USD', 'USD', 'USD'], ['CARD_NETWORK_A', 'CARD_NETWORK_B']],
    ['JP', ['JPY', 'JPY'], ['CARD_NETWORK_A']],
    ['ZA', [], []],
  ])(
    'D58: 200 for a person in %s with programs in the currencies %j on the networks %j',
    async (country, currencies, schemes) => {
      const ann = await service.createUser()
      await insertsPrimaryAddress(service, ann, country)
      const found = await listPrograms(ann, ann.personal)
      expect(found.map(({ defaultCurrency }) => defaultCurrency)).toEqual(currencies)
      expect([...new Set(found.map(({ scheme }) => scheme))]).toEqual(schemes)
    },
  )

  it('D78: 200 without the programs of a type whose limit is reached, and with the virtual ones again on the next day', async () => {
    const ann = await service.createUser()
    await ordersCard(ann)
    expect((await listPrograms(ann, ann.personal)).map(({ name }) => name)).toEqual([PHYSICAL])
    await ordersCard(ann, physical)
    expect(await listPrograms(ann, ann.personal)).toEqual([])
    await service.settle()
    expect(await listPrograms(ann, ann.personal)).toEqual([])
    await service.advance({ hours: 24 })
    expect((await listPrograms(ann, ann.personal)).map(({ name }) => name)).toEqual([VIRTUAL])
  })
})

describe('card-orders.availability in live mode', () => {
  const service = testService({ mode: 'live' })

  it('D86: 200 with no programs, because no processor is connected', async () => {
    const ann = await service.createUser()
    const reply = await ok(ann.call(`GET ${ordersPath(ann.personal)}/availability`))
    expect(reply).toEqual({ cardPrograms: [] })
  })
})
