// Compares a card number with the number of a card by their keyed hashes, so that nothing is decrypted.

import { timingSafeEqual } from 'node:crypto'
import type { Reader } from '../../kernel/database/db.ts'
import { dataKey } from '../../kernel/keys/data-keys.ts'
import type { CardRow } from '../store.ts'

/** Whether `pan` is the number of the card; false for every number once the data of the card is deleted. */
export async function isPanOf(
  db: Reader,
  { panIndex }: Pick<CardRow, 'panIndex'>,
  pan: string,
): Promise<boolean> {
  if (panIndex === null) return false
  const { index } = await dataKey(db, 'cards')
  return timingSafeEqual(Buffer.from(index(pan, 'pan')), Buffer.from(panIndex))
}
