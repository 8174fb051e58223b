import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Amount } from '../../components/Amount.tsx'
import { Details } from '../../components/Details.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/Time.tsx'
import { idInPath } from '../../id-in-path.ts'
import { wordsOf } from '../../words.ts'
import { useWorkspace } from '../../workspace.ts'
import { StatementPanel } from './StatementPanel.tsx'
import { TopUp } from './TopUp.tsx'

/** One balance: its amounts, a form that adds money, and its statement. */
export function BalancePage() {
  const { balanceId } = useParams({ strict: false }) as { balanceId: string }
  const { godwit, profile } = useWorkspace()
  const balance = useQuery({
    queryKey: ['balance', profile.id, balanceId],
    queryFn: () =>
      godwit.balances.getBalance({
        path: { profileId: profile.id, balanceId: idInPath('balance', balanceId) },
      }),
  })
  return (
    <div className="stack">
      <PageHeader title={`Balance ${balanceId}`} />
      <Loaded label="Loading the balance" query={balance}>
        {(found) => (
          <>
            <div className="columns">
              <Panel title="Balance now">
                <Details
                  rows={[
                    ['Available', <Amount key="available" {...found.amount} />],
                    ['Held by cards', <Amount key="held" {...found.reservedAmount} />],
                    ['Type', wordsOf(found.type)],
                    ['Name', found.name],
                    ['Opened', <Time at={found.creationTime} key="opened" />],
                    ['Money last moved', <Time at={found.modificationTime} key="moved" />],
                  ]}
                />
              </Panel>
              <TopUp balance={found} />
            </div>
            <StatementPanel balance={found} />
          </>
        )}
      </Loaded>
    </div>
  )
}
