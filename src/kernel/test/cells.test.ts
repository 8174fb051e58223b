import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CELL_MAX, cellOfToken, codeInCell, uuidInCell } from '../cells.ts'
import { cellOf, ID_MAX, lastIdBefore } from '../ids.ts'

const cells = fc.integer({ min: 0, max: CELL_MAX })
const secret = () => randomBytes(32).toString('base64url')

describe('D128: cells', () => {
  it('cellOf returns the cell that generated an id, and ids stay below 2^53', () => {
    fc.assert(
      fc.property(cells, fc.integer({ min: 1, max: 999_999_999_999 }), (cell, n) => {
        const id = lastIdBefore(cell) + n
        return cellOf(id) === cell && id <= ID_MAX
      }),
    )
  })

  it('cellOfToken returns the cell of a UUID', () => {
    fc.assert(
      fc.property(cells, (cell) => {
        const uuid = uuidInCell(cell, randomUUID())
        return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(uuid) && cellOfToken(uuid) === cell
      }),
    )
  })

  it('a UUID of a cell keeps all digits of the random one except the cell and the version', () => {
    const uuid = '11111111-1111-4111-8111-111111111111'
    expect(uuidInCell(0, uuid)).toBe(uuid)
    expect(uuidInCell(7, uuid)).toBe('11111111-0007-8111-8111-111111111111')
    expect(uuidInCell(CELL_MAX, uuid)).toBe('11111111-1fff-8111-8111-111111111111')
  })

  it('cellOfToken returns the cell of an authorization code; a code of cell 0 is the secret alone', () => {
    fc.assert(fc.property(cells, (cell) => cellOfToken(codeInCell(cell, secret())) === cell))
    const text = secret()
    expect(codeInCell(0, text)).toBe(text)
  })

  it('cellOfToken returns the cell of the profile in the token of a claim link', () => {
    for (const cell of [0, 7, CELL_MAX])
      expect(cellOfToken(`${lastIdBefore(cell) + 1}-${secret()}`)).toBe(cell)
  })

  it('cellOfToken returns the number in a forged token, even when it is above CELL_MAX', () => {
    const uuid = '11111111-ffff-8111-8111-111111111111'
    const forged = [uuid, `${'9'.repeat(16)}-${secret()}`, 'a.9999']
    expect(forged.map(cellOfToken)).toEqual([65_535, 10_000, 9999])
  })

  it('cellOfToken returns 0 for a token of an installation without cells, and for a text without a cell', () => {
    for (const token of [randomUUID(), secret(), `7-${secret()}`, '', 'sandbox-app-secret'])
      expect(cellOfToken(token)).toBe(0)
  })
})
