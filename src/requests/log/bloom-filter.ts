// A Bloom filter of the words of a batch. A search skips the batches whose filter does not contain all of its words.

/** With 16 bits for each word, one filter in 400 contains a word that was not added. */
const BYTES_PER_WORD = 2
/** The bits that a word sets. */
const BIT_NUMBERS = [0, 1, 2, 3]

export function filterOf(words: ReadonlySet<string>): Buffer {
  const filter = Buffer.alloc(Math.max(1, words.size * BYTES_PER_WORD))
  const bits = filter.length * 8
  for (const word of words)
    for (const hash of hashesOf(word)) {
      const bit = hash % bits
      filter[bit >> 3]! |= 1 << (bit & 7)
    }
  return filter
}

/** The bits of a word, before the division by the number of bits that the filter has. */
export function hashesOf(word: string): number[] {
  const first = fnv1a(word)
  // Mixed, because words that differ in the last characters only have close hashes; odd, so that the bits differ.
  const distance = Math.imul(first ^ (first >>> 15), MIXER) | 1
  return BIT_NUMBERS.map((n) => (first + n * distance) >>> 0)
}

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193
const MIXER = 0x85ebca6b

function fnv1a(text: string): number {
  let hash = FNV_OFFSET
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), FNV_PRIME)
  return hash >>> 0
}
