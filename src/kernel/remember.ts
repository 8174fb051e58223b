// What follows from a key alone, and is asked again and again for few keys, is found out once for each.

/** `find`, with up to `most` answers remembered; the next one forgets them all, so memory stays bounded. */
export function memoize<K extends string | number | bigint, V>(
  most: number,
  find: (key: K) => V,
): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    let value = known.get(key)
    if (value === undefined) {
      value = find(key)
      if (known.size >= most) known.clear()
      known.set(key, value)
    }
    return value
  }
}
