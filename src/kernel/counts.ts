// Counts by key. A key whose count is zero takes no memory.

export type Counts<K> = {
  of(key: K): number
  add(key: K): void
  remove(key: K): void
}

export function countsByKey<K>(): Counts<K> {
  const counts = new Map<K, number>()
  return {
    of: (key) => counts.get(key) ?? 0,
    add: (key) => {
      counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    remove: (key) => {
      const left = (counts.get(key) ?? 0) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    },
  }
}
