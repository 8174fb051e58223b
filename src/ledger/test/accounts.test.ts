import { describe, expect, it } from 'vitest'
import { balanceIdOf, lockRank } from '../accounts.ts'

describe('accounts', () => {
  it.each([
    ['available:3', 3],
    ['available:123456', 123456],
    ['held:3', undefined],
    ['transfer:3', undefined],
    ['available:', undefined],
    ['available:3x', undefined],
    ['unavailable:3', undefined],
  ])('balanceIdOf(%j) is %s', (account, balance) => {
    expect(balanceIdOf(account)).toBe(balance)
  })

  it.each([
    ['available:3', 0],
    ['held:3', 1],
    ['transfer:12', 2],
    ['owed', 3],
    ['desk', undefined],
    ['fees', undefined],
    ['pay-in', undefined],
    ['pay-out', undefined],
    ['card-network', undefined],
    ['partner:2', undefined],
  ] as const)('lockRank(%j) is %s', (account, rank) => {
    expect(lockRank(account)).toBe(rank)
  })
})
