// Values that are computed on first use.

/** Returns a function that calls `make` at its first call only, and returns that value at every call. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
