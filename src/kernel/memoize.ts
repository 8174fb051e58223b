/** Caches up to `max` results of a pure function. A further result clears the cache first, so that its size is bounded. */
export function memoize<K extends string | number | bigint, V>(
  max: number,
  compute: (key: K) => V,
): (key: K) => V {
  const cache = new Map<K, V>()
  return (key) => {
    let value = cache.get(key)
    if (value === undefined) {
      value = compute(key)
      if (cache.size >= max) cache.clear()
      cache.set(key, value)
    }
    return value
  }
}
