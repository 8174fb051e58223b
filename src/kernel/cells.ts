// Cells are complete installations behind one proxy (D128). Every id and every token shows which cell issued it. So the
// proxy finds the cell of a request without a lookup, and no two cells issue the same id or token.

import { cellOf } from './ids.ts'

/** The ids of a cell begin at cell × 10^12 (`IDS_PER_CELL`) and stay below 2^53, so 9006 cells would fit: 8191 has 13 bits. */
export const CELL_MAX = 8191

// In a UUID of a cell other than 0 the second group is the number of the cell, and the third begins with version 8 (RFC 9562).
// Both constants are positions in the text of a UUID, counted from 0.
const CELL_START = 9
const VERSION_START = 14
const CELL_UUID_PATTERN = /^[\da-f]{8}-([\da-f]{4})-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

/**
 * A random UUID of a cell. UUIDs of cell 0 have version 4, as in an installation without cells; those of other cells
 * have 106 random bits instead of 122.
 */
export function uuidInCell(cell: number, randomUuid: string): string {
  if (cell === 0) return randomUuid
  const digits = cell.toString(16).padStart(VERSION_START - CELL_START - 1, '0')
  return `${randomUuid.slice(0, CELL_START)}${digits}-8${randomUuid.slice(VERSION_START + 1)}`
}

/** A dot separates the secret and the cell. Secrets are in base64url, whose alphabet has no dot. */
const CELL_CODE_PATTERN = /^[\w-]+\.(\d{1,4})$/

/** A code that a client exchanges, such as an authorization code: a random secret, and the cell unless it is 0. */
export function codeInCell(cell: number, secret: string): string {
  return cell === 0 ? secret : `${secret}.${cell}`
}

/** The token of a claim link: a profile id and a random secret of 256 bits. */
export const CLAIM_TOKEN_PATTERN = /^([1-9]\d{0,15})-([\w-]{43})$/

/**
 * The reference for the proxy (docs/operating.md, Cells); only tests call this function. Returns the cell that issued a bearer,
 * refresh or one-time token, the UUID of a resource, an authorization code or a claim token; 0 for any other text. A forged token
 * may name any cell up to 65,535, which the proxy must not assume to exist.
 */
export function cellOfToken(token: string): number {
  const [, hexCell] = CELL_UUID_PATTERN.exec(token) ?? []
  if (hexCell !== undefined) return Number.parseInt(hexCell, 16)
  const [, decimalCell] = CELL_CODE_PATTERN.exec(token) ?? []
  if (decimalCell !== undefined) return Number(decimalCell)
  const [, profileId] = CLAIM_TOKEN_PATTERN.exec(token) ?? []
  return profileId === undefined ? 0 : cellOf(Number(profileId))
}
