import { Link } from '@tanstack/react-router'
import { Details } from '../../components/Details.tsx'
import { Panel } from '../../components/Panel.tsx'

/**
 * The limits of wrong answers (src/security/model.ts) and how long locks last (src/security/timers.ts). The service does
 * not show its counts; a lock is 429 sca.locked with Retry-After.
 */
export function LockRules() {
  return (
    <Panel title="Wrong answers">
      <Details
        rows={[
          ['5 for one factor', 'lock the factor for 15 minutes: 429 sca.locked'],
          ['10 over all factors within a day', 'lock the user for 24 hours'],
          ['5 codes in ten minutes', 'then no other is sent: 429 sms.code.limit'],
          ['A token', 'is valid for 600 seconds, for one request'],
        ]}
      />
      <p className="muted">
        A lock ends with time: <Link to="/time">move the clock</Link> instead of waiting.{' '}
        <Link to="/guides/strong-authentication">The guide</Link> has the calls of a program.
      </p>
    </Panel>
  )
}
