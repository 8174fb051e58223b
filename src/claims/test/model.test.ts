import { describe, expect, it } from 'vitest'
import type { Id } from '../../kernel/ids.ts'
import { readToken, tokenText } from '../model.ts'

const secret = 'x'.repeat(43)

describe('a token', () => {
  it('names the profile, and is kept as a hash', () => {
    const read = readToken(tokenText(7 as Id<'profile'>, secret))
    expect(read).toEqual({ profileId: 7, tokenHash: expect.stringMatching(/^[\da-f]{64}$/) })
    expect(read?.tokenHash).not.toContain(secret)
  })

  it.each([
    ['', 'nothing'],
    [secret, 'no profile'],
    [`7-${secret}x`, 'too long'],
    [`7-${secret.slice(1)}`, 'too short'],
    [`07-${secret}`, 'an id is written in one way'],
    [`9007199254740993-${secret}`, 'too large an id'],
    [`7-${secret.slice(1)}.`, 'another alphabet'],
  ])('is not %j: %s', (text) => {
    expect(readToken(text)).toBeUndefined()
  })
})
