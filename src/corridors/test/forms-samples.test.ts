import { expect, test } from 'vitest'
import { type AccountDraft, checkAccount, checkRoute } from '../forms/index.ts'
import { address, type PublishedAccount, publishedAccounts } from './published-accounts.ts'

const NAMES: Readonly<Record<string, string>> = { JPY: 'ヤマダ タロウ', RUB: 'Орлова Анна' }

const draftOf = ([currency, type, details]: PublishedAccount): AccountDraft => ({
  currency,
  type,
  accountHolderName: NAMES[currency] ?? 'Nora Sample',
  details: { legalType: 'PRIVATE', ...details },
})

test.each(publishedAccounts)('%s %s is accepted: %j, because %s', (...row) => {
  expect(checkAccount(draftOf(row))).toEqual([])
})

test('a dollar account with an address can be paid from pounds and from dollars', () => {
  const row = publishedAccounts.find(
    ([, type, details]) => type === 'aba' && details['address'] === address,
  )
  expect(row).toBeDefined()
  for (const source of ['GBP', 'USD'])
    expect(row && checkRoute(draftOf(row), { source, target: 'USD' })).toEqual([])
})
