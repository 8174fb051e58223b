import { Link } from '@tanstack/react-router'
import { HOUR, MINUTE } from '../../../../src/kernel/timer.ts'
import {
  CODES_SENT_MAX,
  WRONG_ANSWERS_DAILY_MAX,
  WRONG_ANSWERS_MAX,
} from '../../../../src/security/limits.ts'
import { lockOut, oneTimeToken, sentCodes, userLock } from '../../../../src/security/timers.ts'
import { Details } from '../../components/Details.tsx'
import { Panel } from '../../components/Panel.tsx'

/**
 * The limits of wrong answers and of sent codes, how long locks last, and how long a token is valid. The service does not return
 * its counts. The service refuses a locked user or factor with 429 sca.locked and Retry-After.
 */
export function LockRules() {
  return (
    <Panel title="Wrong answers">
      <Details
        rows={[
          [
            `${WRONG_ANSWERS_MAX} for one factor`,
            `lock the factor for ${lockOut.seconds / MINUTE} minutes: 429 sca.locked`,
          ],
          [
            `${WRONG_ANSWERS_DAILY_MAX} over all factors within a day`,
            `lock the user for ${userLock.seconds / HOUR} hours`,
          ],
          [
            `${CODES_SENT_MAX} codes in ${sentCodes.seconds / MINUTE} minutes`,
            'then no other code is sent: 429 sms.code.limit',
          ],
          ['A token', `is valid for ${oneTimeToken.seconds} seconds, for one request`],
        ]}
      />
      <p className="muted">
        A lock ends with time: <Link to="/time">move the clock</Link> instead of waiting.{' '}
        <Link to="/guides/strong-authentication">The guide</Link> shows the calls that a program
        makes.
      </p>
    </Panel>
  )
}
