// Finds the first byte in which two texts or digests differ.

/** A sentence about the first byte in which two digests of one length differ; undefined when they are equal. */
export function differenceOf(yours: Uint8Array, expected: Uint8Array): string | undefined {
  const at = firstDifference(yours, expected)
  if (at === undefined) return undefined
  return `The first byte that differs is byte ${at + 1} of ${expected.length}: yours is ${byteText(yours[at])}, expected is ${byteText(expected[at])}.`
}

/** A sentence about the first byte in which the body differs from the sent body; undefined when they are equal. */
export function differenceFromSent(sent: string, body: string): string | undefined {
  const expected = new TextEncoder().encode(sent)
  const yours = new TextEncoder().encode(body)
  const at = firstDifference(yours, expected)
  if (at === undefined) return undefined
  const sentText =
    at < expected.length
      ? `, sent was ${byteText(expected[at])}`
      : '; the body that was sent ends before this byte'
  return `This body is not the one that was sent: byte ${at + 1} is ${byteText(yours[at])}${sentText}.`
}

function firstDifference(a: Uint8Array, b: Uint8Array): number | undefined {
  const length = Math.max(a.length, b.length)
  for (let at = 0; at < length; at++) if (a[at] !== b[at]) return at
  return undefined
}

function byteText(byte: number | undefined): string {
  return byte === undefined ? 'missing' : `0x${byte.toString(16).padStart(2, '0')}`
}
