// The memory of a running service between requests. It belongs to the service and not to a file, so several services
// can run in one process without sharing it.

/** The memories of one running service, by the function that creates each. */
export type Instance = Map<() => unknown, unknown>

/**
 * Declares a memory. The returned function returns the memory of the service that the database belongs to, which `create` makes
 * at the first call for that service.
 */
export function instanceMemory<T>(create: () => T): (db: { readonly instance: Instance }) => T {
  return ({ instance }) => {
    if (!instance.has(create)) instance.set(create, create())
    return instance.get(create) as T
  }
}
