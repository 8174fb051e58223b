import { Amount } from '../../components/Amount.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { useBalances } from '../../money/use-balances.ts'
import { useWorkspace } from '../../workspace.ts'
import './home.css'

/** What is available in each currency. */
export function BalancesPanel() {
  const { profile } = useWorkspace()
  const balances = useBalances('STANDARD')
  return (
    <Panel title="Balances">
      <Loaded label="Loading balances" query={balances}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="This profile has no balance">
              Open one with <code>POST /v4/profiles/{profile.id}/balances</code>.
            </EmptyState>
          ) : (
            <ul className="home-balances">
              {list.map(({ id, amount }) => (
                <li key={id}>
                  <Amount currency={amount.currency} value={amount.value} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
