import type { Balance } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Amount } from '../../components/Amount.tsx'
import { Field } from '../../components/Field.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { useBalances } from '../../money/use-balances.ts'
import { useWorkspace } from '../../workspace.ts'

/** The amount on a balance at a chosen moment, from its statement. */
export function BalanceAtMoment() {
  const { data: balances = [] } = useBalances()
  const [balanceId, setBalanceId] = useState('')
  const [moment, setMoment] = useState('')
  const balance = balances.find(({ id }) => String(id) === balanceId) ?? balances[0]
  return (
    <Panel title="A balance at a moment">
      <div className="ledger-form">
        <SelectField
          label="Balance"
          onChange={setBalanceId}
          options={balances.map(({ id, currency }) => ({
            value: String(id),
            label: `${currency} ${id}`,
          }))}
          value={String(balance?.id ?? '')}
        />
        <Field
          label="Moment, UTC of the sandbox clock"
          onChange={setMoment}
          type="datetime-local"
          value={moment}
        />
      </div>
      {balance && moment !== '' ? (
        <AmountAtMoment balance={balance} moment={`${moment}:00Z`} />
      ) : (
        <p className="muted">Choose a moment to see what the balance contained.</p>
      )}
    </Panel>
  )
}

function AmountAtMoment({
  balance,
  moment,
}: {
  readonly balance: Balance
  readonly moment: string
}) {
  const { godwit, profile } = useWorkspace()
  const { id, currency } = balance
  const statement = useQuery({
    queryKey: ['balance-at-moment', profile.id, id, moment],
    queryFn: () =>
      godwit.statements.getBalanceStatement({
        path: { profileId: profile.id, balanceId: id, format: 'json' },
        query: { currency, intervalStart: moment, intervalEnd: moment, type: 'COMPACT' },
      }),
  })
  return (
    <Loaded label="Loading the statement" query={statement}>
      {({ endOfStatementBalance }) => (
        <p>
          The balance contained{' '}
          <Link to={`/balances/${id}`}>
            <Amount {...endOfStatementBalance} />
          </Link>
          .
        </p>
      )}
    </Loaded>
  )
}
