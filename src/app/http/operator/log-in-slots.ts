// Limits the concurrent log-ins of a process. Each computes a password hash and holds a connection of the database, so
// strangers could otherwise occupy all processors and connections.

import { type ErrorKind, Refusal } from '../../../kernel/refusal.ts'

/** Log-ins that run at the same time. */
const RUNNING_MAX = 2
/** Log-ins that wait until one of the running ones has ended. */
const WAITING_MAX = 10

const LogInBusy: ErrorKind = {
  code: 'operator.log-in.busy',
  status: 503,
  message:
    'Too many log-ins are in progress. The password was not checked, and this log-in does not count as a failure. Try again after the number of seconds in the header Retry-After.',
}

type InSlot = <T>(work: () => Promise<T>) => Promise<T>

/** Runs work of which at most `RUNNING_MAX` runs at a time; refuses when `WAITING_MAX` waits. */
export function logInSlots(): InSlot {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= RUNNING_MAX) {
      if (waiting.length >= WAITING_MAX) throw new Refusal([{ kind: LogInBusy }])
      // The work that ends hands its slot over, so `running` does not change.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
