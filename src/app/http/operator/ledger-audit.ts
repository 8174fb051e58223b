// Audits the ledger for the console. An audit reads every posting, so a process runs one audit at a time, and no request waits
// for it: while an audit runs, requests get the state `running` without a result.

import type { Database } from '../../../kernel/database/db.ts'
import { isAfter } from '../../../kernel/instant.ts'
import { endOf, MINUTE, timer } from '../../../kernel/timer.ts'
import { auditLedger } from '../../../ledger/index.ts'
import { AUDIT_MS_MAX } from '../../operator/audit.ts'

export const auditShown = timer({
  name: 'app.audit-shown',
  seconds: MINUTE,
  spec: 'gap 1046',
  ends: 'A request of the console of live mode begins another audit of the ledger instead of showing the latest.',
  realTime: true,
})

type LedgerAudit = {
  readonly state: 'running' | 'correct' | 'not-correct' | 'failed'
  readonly startedAt: string
  readonly endedAt?: string
  /** The faults that `auditLedger` found, one sentence each. */
  readonly findings: readonly string[]
}

/**
 * Returns a function that returns the latest audit. The returned function begins an audit when there was none yet, or when the
 * latest ended more than `auditShown` ago.
 */
export function ledgerAudits(
  db: Database,
  onError: (error: unknown) => void,
): (now: Temporal.Instant) => LedgerAudit {
  let latest: LedgerAudit | undefined
  const audit = async (startedAt: string) => {
    const beganMs = performance.now()
    const end = (state: LedgerAudit['state'], findings: readonly string[]) => {
      const elapsedMs = Math.round(performance.now() - beganMs)
      const endedAt = Temporal.Instant.from(startedAt).add({ milliseconds: elapsedMs }).toString()
      latest = { state, startedAt, endedAt, findings }
    }
    try {
      const findings = await db.session(auditLedger, { statementMsMax: AUDIT_MS_MAX })
      end(findings.length === 0 ? 'correct' : 'not-correct', findings)
    } catch (error) {
      onError(error)
      end('failed', [])
    }
  }
  return (now) => {
    const endedAt = latest?.endedAt
    const isOld =
      endedAt !== undefined && !isAfter(endOf(auditShown, Temporal.Instant.from(endedAt)), now)
    if (latest === undefined || isOld) {
      const startedAt = now.toString()
      latest = { state: 'running', startedAt, findings: [] }
      void audit(startedAt)
    }
    return latest
  }
}
