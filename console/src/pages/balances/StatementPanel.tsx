import type { Balance } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field } from '../../components/Field.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { useClockOffsetMs } from '../../sandbox-clock.ts'
import { useWorkspace } from '../../workspace.ts'
import { StatementLines } from './StatementLines.tsx'
import './balances.css'

/** A choice of this project: about a month. */
const DAYS_BEFORE_TODAY = 30

/** The statement of a balance, from `DAYS_BEFORE_TODAY` days ago until today, or for the chosen days. */
export function StatementPanel({ balance }: { readonly balance: Balance }) {
  const offsetMs = useClockOffsetMs()
  const [chosenDays, setChosenDays] = useState<{ from?: string; until?: string }>({})
  const today = offsetMs === undefined ? '' : dayOf(new Date(Date.now() + offsetMs))
  const from = chosenDays.from ?? (today && daysBefore(today, DAYS_BEFORE_TODAY))
  const until = chosenDays.until ?? today
  return (
    <Panel title="Statement">
      <div className="balances-days">
        <Field
          label="From"
          onChange={(day) => setChosenDays({ ...chosenDays, from: day })}
          type="date"
          value={from}
        />
        <Field
          label="Until, inclusive"
          onChange={(day) => setChosenDays({ ...chosenDays, until: day })}
          type="date"
          value={until}
        />
      </div>
      {from && until ? (
        <Statement balance={balance} from={from} key={`${from} ${until}`} until={until} />
      ) : (
        <p className="muted">Choose both days.</p>
      )}
    </Panel>
  )
}

type StatementProps = {
  readonly balance: Balance
  readonly from: string
  readonly until: string
}

function Statement({ balance: { id, currency }, from, until }: StatementProps) {
  const { godwit, profile } = useWorkspace()
  const statement = useQuery({
    queryKey: ['statement', profile.id, id, from, until],
    queryFn: () =>
      godwit.statements.getBalanceStatement({
        path: { profileId: profile.id, balanceId: id, format: 'json' },
        query: { currency, intervalStart: from, intervalEnd: until, type: 'COMPACT' },
      }),
  })
  return (
    <Loaded label="Loading the statement" query={statement}>
      {(found) => <StatementLines statement={found} />}
    </Loaded>
  )
}

function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return dayOf(date)
}

/** The day in UTC, such as `2026-01-31`. */
function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
