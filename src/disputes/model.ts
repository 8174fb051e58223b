// Pure rules of disputes: which reason a path names, which transactions may be disputed, and how many together; and the refusal
// of each fault of a submission.

import type { Fault } from '../kernel/refusal.ts'
import { DisclaimerRequired, FieldInvalid, FieldRequired } from './errors.ts'
import type { SubmissionFault } from './form/check-submission.ts'
import { TRANSACTIONS_MAX } from './form/transaction-ids.ts'
import {
  decisionsOf,
  isReasonCode,
  type ReasonCode,
  reasons,
  recordedStepNames,
} from './reasons.ts'

/** The reason that a path names: by its code, or by the name of a recorded step (D80). */
export function readReason(text: string): ReasonCode | undefined {
  const code = Object.hasOwn(recordedStepNames, text) ? recordedStepNames[text] : text
  return code !== undefined && isReasonCode(code) ? code : undefined
}

/** The most transactions that can be disputed together with this reason, or with a reason that its step leads to. */
export function transactionsMax(code: ReasonCode): number {
  const codes = [code, ...decisionsOf(code)]
  return codes.some((reasonCode) => reasons[reasonCode].supportsMultipleTransactions)
    ? TRANSACTIONS_MAX
    : 1
}

const errorKinds = {
  required: FieldRequired,
  invalid: FieldInvalid,
  disclaimer: DisclaimerRequired,
}

export function refusalFaults(faults: readonly SubmissionFault[]): Fault[] {
  return faults.map(({ path, kind, message }) => ({
    kind: errorKinds[kind],
    path: path.join('.'),
    message,
  }))
}

const disputableStates: ReadonlySet<string> = new Set(['IN_PROGRESS', 'COMPLETED'])

/** Whether a transaction may be disputed. A declined or cancelled payment cost nothing, and a refund gave money back (D82). */
export function isDisputable({
  state,
  type,
}: {
  readonly state: string
  readonly type: string
}): boolean {
  return disputableStates.has(state) && type !== 'REFUND'
}
