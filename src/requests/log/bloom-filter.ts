// A Bloom filter of the words of a batch. A search skips the batches whose filter does not contain all of its words.

import { fnv1a } from '../../kernel/fnv.ts'

/** With 16 bits for each word, one filter in 400 seems to contain a word that was not added. */
const BYTES_PER_WORD = 2
/** The number of bits that a word sets. */
const BITS_PER_WORD = 4

/** A filter of words by their hashes (`hashOf`). */
export function filterOf(hashes: ReadonlySet<number>): Buffer {
  const filter = Buffer.alloc(Math.max(1, hashes.size * BYTES_PER_WORD))
  const bits = filter.length * 8
  for (const hash of hashes)
    for (let n = 0; n < BITS_PER_WORD; n++) {
      const bit = bitOf(hash, n) % bits
      filter[bit >> 3]! |= 1 << (bit & 7)
    }
  return filter
}

/** The bits of a word. The caller reduces each one modulo the number of bits of a filter. */
export function bitsOf(word: string): number[] {
  const hash = hashOf(word)
  return Array.from({ length: BITS_PER_WORD }, (_, n) => bitOf(hash, n))
}

function bitOf(hash: number, n: number): number {
  // The hash is mixed, because words that differ only in their last characters have close hashes. The distance is odd, so that
  // the bits of a word differ.
  const distance = Math.imul(hash ^ (hash >>> 15), MIXER) | 1
  return (hash + n * distance) >>> 0
}

/** A multiplier of the final mix of MurmurHash3. */
const MIXER = 0x85ebca6b

/** The 32-bit hash of a word. */
export const hashOf = fnv1a
