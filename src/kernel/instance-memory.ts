// What a running service remembers between requests. It belongs to the service, not to the file that
// declares it, so several services can run in one process and share none of it.

import type { Reader } from './database/db.ts'

/** Declares a memory. The returned function finds the one of the service whose database is given. */
export function instanceMemory<T>(create: () => T): (db: Pick<Reader, 'instance'>) => T {
  const memories = new WeakMap<object, T>()
  return ({ instance }) => {
    let memory = memories.get(instance)
    if (memory === undefined) {
      memory = create()
      memories.set(instance, memory)
    }
    return memory
  }
}
