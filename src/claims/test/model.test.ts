import { describe, expect, it } from 'vitest'
import type { Id } from '../../kernel/ids.ts'
import { readToken, tokenText } from '../model.ts'

const secret = 'x'.repeat(43)

describe('a token', () => {
  it('contains the profile id, and is read as a hash', () => {
    const read = readToken(tokenText(7 as Id<'profile'>, secret))
    expect(read).toEqual({ profileId: 7, tokenHash: expect.stringMatching(/^[\da-f]{64}$/) })
    expect(read?.tokenHash).not.toContain(secret)
  })

  it.each([
    ['', 'it is empty'],
    [secret, 'there is no profile id'],
    [`7-${secret}x`, 'the secret is too long'],
    [`7-${secret.slice(1)}`, 'the secret is too short'],
    [`07-${secret}`, 'ids have no leading zeros'],
    [`9007199254740993-${secret}`, 'the id is too large'],
    [`7-${secret.slice(1)}.`, 'the dot is not in the alphabet'],
  ])('is not %j, because %s', (text) => {
    expect(readToken(text)).toBeUndefined()
  })
})
