// Concurrent requests often need the same kind of lookup or write. Their inputs are collected and sent as one
// batch, which costs PostgreSQL and this process a fraction of separate statements (docs/benchmarks/changes.tsv). A request
// still sees everything that was committed before it came: its batch is sent afterwards.

import { tryLater } from '../try-later.ts'
import type { Pipeline } from './pipeline.ts'

/** A batch that is in progress for longer probably waits for a lock, so the next batch is sent meanwhile (decision 9). */
const SLOW_BATCH_MS = 20
/**
 * The most inputs that wait in one batcher. This number also limits how long an input waits: with one key, a full batch
 * leaves at least every `SLOW_BATCH_MS`, so a write waits less than 1.5 s and a lookup less than 3 s (gap 401).
 */
const WAITING_MAX = 4096

type Queue<I> = { readonly waiting: I[]; isInProgress: boolean }

type BatchLimits = {
  /** The most inputs of one batch. */
  readonly inputsMax: number
  /** The most batches in progress; further inputs wait until a batch is done or slow. */
  readonly inProgressMax: number
}

/**
 * Collects inputs by key. The batch of a key is sent at the end of this turn of the event loop. It is sent later while a
 * batch of the same key, or `inProgressMax` batches, are in progress: then the key that has waited longest is next when a
 * batch is done or slow. `perform` settles each input of a batch, and never rejects.
 */
export function batcher<I extends { reject(error: unknown): void }>(
  on: Pipeline,
  { inputsMax, inProgressMax }: BatchLimits,
  perform: (batch: readonly I[]) => Promise<void>,
): (key: string, input: I) => void {
  const queues = new Map<string, Queue<I>>()
  const ready = new Set<Queue<I>>()
  const due: Queue<I>[] = []
  let inProgress = 0
  let waiting = 0
  const sendDue = () => {
    for (const queue of due.splice(0)) sendBatchOf(queue)
  }
  const sendBatchOf = (queue: Queue<I>) => {
    const batch = queue.waiting.splice(0, inputsMax)
    waiting -= batch.length
    callWhenDoneOrSlow(perform(batch), () => {
      inProgress--
      queue.isInProgress = false
      if (queue.waiting.length > 0) ready.add(queue)
      startNext()
    })
  }
  const startNext = () => {
    for (const queue of ready) {
      if (inProgress >= inProgressMax) return
      ready.delete(queue)
      inProgress++
      queue.isInProgress = true
      if (due.length === 0) on.atEndOfTurn(sendDue)
      due.push(queue)
    }
  }
  return (key, input) => {
    if (waiting >= WAITING_MAX) return input.reject(tryLater(new Error('too many requests wait')))
    waiting++
    let queue = queues.get(key)
    if (queue === undefined) {
      queue = { waiting: [], isInProgress: false }
      queues.set(key, queue)
    }
    queue.waiting.push(input)
    if (queue.isInProgress) return
    ready.add(queue)
    startNext()
  }
}

/** Calls `onDoneOrSlow` once: when `batch` is done, or after `SLOW_BATCH_MS`. `batch` never rejects. */
function callWhenDoneOrSlow(batch: Promise<void>, onDoneOrSlow: () => void): void {
  let isCalled = false
  const callOnce = () => {
    if (isCalled) return
    isCalled = true
    onDoneOrSlow()
  }
  const slowTimer = setTimeout(callOnce, SLOW_BATCH_MS)
  void batch.then(() => {
    clearTimeout(slowTimer)
    callOnce()
  })
}
