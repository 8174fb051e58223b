import { describe, expect, it } from 'vitest'
import type { Id } from '../../kernel/ids.ts'
import { hashSecret } from '../../users/index.ts'
import { claimPath, parseToken, tokenText } from '../model.ts'

const secret = 'x'.repeat(43)

describe('a token', () => {
  it('contains the profile id, and is parsed to that id and the hash of the secret', () => {
    const read = parseToken(tokenText(7 as Id<'profile'>, secret))
    expect(read).toEqual({ profileId: 7, tokenHash: hashSecret(secret) })
  })

  it.each([
    ['', 'an empty text has no profile id'],
    [secret, 'there is no profile id'],
    [`7-${secret}x`, 'the secret is too long'],
    [`7-${secret.slice(1)}`, 'the secret is too short'],
    [`07-${secret}`, 'ids have no leading zeros'],
    [`x7-${secret}`, 'an id begins with a digit'],
    [`7x-${secret}`, 'an id has only digits'],
    [`1e3-${secret}`, 'an id has no exponent'],
    [`9007199254740993-${secret}`, 'the id is too large'],
    [`7-${secret.slice(1)}.`, 'the dot is not in the alphabet'],
  ])('is not %j, because %s', (text) => {
    expect(parseToken(text)).toBeUndefined()
  })

  it('is the last part of the path of a claim', () => {
    expect(claimPath(`7-${secret}`)).toBe(`/claims/7-${secret}`)
  })

  it('may have an id of sixteen digits', () => {
    const id = Number.MAX_SAFE_INTEGER as Id<'profile'>
    expect(parseToken(tokenText(id, secret))?.profileId).toBe(id)
  })
})
