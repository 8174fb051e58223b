// Values that are computed on first use.

/** Returns a function that calls `make` when it is first called, and returns the result of `make` at every call. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
