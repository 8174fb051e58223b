import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CELL_MAX, cellOfToken, codeInCell, uuidInCell } from '../cells.ts'
import { cellOf, ID_MAX, lastIdBefore } from '../ids.ts'

const cells = fc.integer({ min: 0, max: CELL_MAX })
const secret = () => randomBytes(32).toString('base64url')

describe('D128: cells', () => {
  it('an id of a cell leads to the cell and stays below 2^53', () => {
    fc.assert(
      fc.property(cells, fc.integer({ min: 1, max: 999_999_999_999 }), (cell, n) => {
        const id = lastIdBefore(cell) + n
        return cellOf(id) === cell && id <= ID_MAX
      }),
    )
  })

  it('a UUID of a cell leads to the cell', () => {
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

  it('an authorization code leads to its cell; that of cell 0 is the secret alone', () => {
    fc.assert(fc.property(cells, (cell) => cellOfToken(codeInCell(cell, secret())) === cell))
    const text = secret()
    expect(codeInCell(0, text)).toBe(text)
  })

  it('the token of a claim link leads to the cell of its profile', () => {
    for (const cell of [0, 7, CELL_MAX])
      expect(cellOfToken(`${lastIdBefore(cell) + 1}-${secret()}`)).toBe(cell)
  })

  it('a token of an installation without cells, and any other text, leads to cell 0', () => {
    for (const token of [randomUUID(), secret(), `7-${secret()}`, '', 'sandbox-app-secret'])
      expect(cellOfToken(token)).toBe(0)
  })
})
