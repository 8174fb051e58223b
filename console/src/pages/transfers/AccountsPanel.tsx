import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { TAccounts } from '../../money/TAccounts.tsx'
import { usePostings } from '../../money/use-postings.ts'

/** What the transfer has done to each account. */
export function AccountsPanel({ transferId }: { readonly transferId: number }) {
  const postings = usePostings(`transfer:${transferId}`)
  return (
    <Panel title="Accounts">
      <Loaded label="Loading postings" query={postings}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No money has moved">
              Pay for the transfer to see its journals.
            </EmptyState>
          ) : (
            <>
              <p className="muted">
                What this transfer alone has done to each account, from zero. A debit gives money, a
                credit receives it.
              </p>
              <TAccounts postings={list} />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}
