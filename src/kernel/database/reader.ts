// Two capabilities, distinguished by type: a Reader reads, only a Tx writes. A function of a store whose statement changes
// rows takes a Tx, so it cannot be called by a function that has only a Reader.

import type { Instance } from '../instance-memory.ts'
import type { Statement } from './statement.ts'
import type { WriteStep } from './write-step.ts'

export type Reader = {
  /** The running service that this database belongs to, with its caches and queues. */
  readonly instance: Instance
  rows<R>(statement: Statement<R>, params?: readonly unknown[]): Promise<R[]>
  /** The first row, or undefined. */
  row<R>(statement: Statement<R>, params?: readonly unknown[]): Promise<R | undefined>
}

declare const writer: unique symbol
export type Tx = Reader & {
  readonly [writer]: true
  /**
   * Sends all steps as one statement: all of them happen, or none. Returns the rows of the first step. When a guard
   * fails, or a constraint that a step declares is violated, the request is refused by that step's error, or retried.
   */
  write<R>(first: WriteStep<R>, ...others: readonly WriteStep[]): Promise<R[]>
}
