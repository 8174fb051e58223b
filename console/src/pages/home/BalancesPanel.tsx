import { Link } from '@tanstack/react-router'
import { Amount } from '../../components/Amount.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { useBalances } from '../../money/use-balances.ts'
import './home.css'

/** The available amount of each standard balance. Each amount links to the statement of its balance. */
export function BalancesPanel() {
  const balances = useBalances('STANDARD')
  return (
    <Panel title="Balances">
      <Loaded label="Loading balances" query={balances}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="This profile has no standard balance">
              Open one on the page <Link to="/balances">Balances</Link>.
            </EmptyState>
          ) : (
            <ul className="home-balances">
              {list.map(({ id, amount }) => (
                <li key={id}>
                  <Link className="home-balance" to={`/balances/${id}`}>
                    <Amount {...amount} />
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
