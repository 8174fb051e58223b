// Collects bytes as they arrive.

/** The smallest buffer that collects a second chunk. */
const FIRST_BYTES = 1024

type GrowingBytes = {
  readonly length: number
  add(chunk: Buffer): void
  /** The collected bytes. Nothing may be added afterwards. */
  bytes(): Buffer
}

/**
 * Collects the bytes in one buffer that doubles up to `bytesMax`. A list would have an object of some hundred bytes for
 * each chunk, and a client may send chunks of a single byte.
 */
export function growingBytes(bytesMax = Number.POSITIVE_INFINITY): GrowingBytes {
  let bytes: Buffer | undefined
  let length = 0
  return {
    get length() {
      return length
    },
    add(chunk) {
      if (bytes === undefined) bytes = chunk
      else {
        if (bytes.length < length + chunk.length)
          bytes = enlarge(bytes.subarray(0, length), length + chunk.length, bytesMax)
        chunk.copy(bytes, length)
      }
      length += chunk.length
    },
    bytes: () => bytes?.subarray(0, length) ?? Buffer.alloc(0),
  }
}

function enlarge(bytes: Buffer, sizeMin: number, bytesMax: number): Buffer {
  const size = Math.max(FIRST_BYTES, sizeMin, Math.min(sizeMin * 2, bytesMax))
  const enlarged = Buffer.allocUnsafeSlow(size)
  bytes.copy(enlarged)
  return enlarged
}
