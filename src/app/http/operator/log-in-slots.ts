// Limits concurrent log-ins of a process: each takes a password hash, which strangers could otherwise fill all
// processors with, and a connection of the database.

import { type ErrorKind, Refusal } from '../../../kernel/refusal.ts'

const RUNNING_MAX = 2
const WAITING_MAX = 10

export const LogInBusy: ErrorKind = {
  code: 'operator.log-in.busy',
  status: 503,
  message: 'Too many log-ins at the same time. Nothing was checked or counted. Try again.',
}

export type InSlot = <T>(work: () => Promise<T>) => Promise<T>

/** Runs work of which at most `RUNNING_MAX` runs at a time; refuses when `WAITING_MAX` waits. */
export function logInSlots(): InSlot {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= RUNNING_MAX) {
      if (waiting.length >= WAITING_MAX) throw new Refusal([{ kind: LogInBusy }])
      // The slot is handed over by the one that ends.
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
