import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { TAccounts } from '../../money/TAccounts.tsx'
import { usePostings } from '../../money/use-postings.ts'

/** The debits and credits of the transfer on each account. */
export function AccountsPanel({ transferId }: { readonly transferId: number }) {
  const postings = usePostings(`transfer:${transferId}`)
  return (
    <Panel title="Accounts">
      <Loaded label="Loading journals" query={postings}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No money has moved">
              A transfer moves money once it is paid.
            </EmptyState>
          ) : (
            <>
              <p className="muted">
                Only the entries of this transfer, with balances that begin at zero. A debit takes
                money from an account, a credit adds money to it.
              </p>
              <TAccounts postings={list} />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}
