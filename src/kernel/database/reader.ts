// Two capabilities, distinguished by type: a Reader reads, only a Tx writes. A function that takes a Tx cannot be
// called by a function that has only a Reader.

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
   * Sends all steps as one statement: all of them happen, or none. Returns the rows of the first step. A guard
   * that fails, or a constraint that a step declares, refuses the request by that step's error, or retries it.
   */
  write<R>(first: WriteStep<R>, ...others: readonly WriteStep[]): Promise<R[]>
}
