import type { AccountDetailsOrder } from '@godwit/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Timeline } from '../../components/Timeline.tsx'
import { FieldsForm } from '../../forms/FieldsForm.tsx'
import { wordsOf } from '../../words.ts'
import { useWorkspace } from '../../workspace.ts'

/** Orders bank details, and shows the orders with their requirements. */
export function OrdersPanel({ currency }: { readonly currency: string }) {
  const { godwit, profile } = useWorkspace()
  const path = { profileId: profile.id }
  const orders = useQuery({
    queryKey: ['account-details-orders', profile.id, currency],
    queryFn: () => godwit.accountDetails.listAccountDetailsOrders({ path, query: { currency } }),
  })
  return (
    <Panel title="Orders">
      <p className="muted">
        An order needs an open {currency} <Link to="/balances">balance</Link>. Another order issues
        newer bank details; payments to the earlier ones still arrive.
      </p>
      <FieldsForm
        again="Order newer bank details"
        call={(_, headers) =>
          godwit.accountDetails.createAccountDetailsOrder({ path, headers, body: { currency } })
        }
        done={({ status }) => <p>Ordered: {titles[status].toLowerCase()}.</p>}
        groups={[]}
        label="Order bank details"
      />
      <Loaded label="Loading orders" query={orders}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="Nothing was ordered yet">
              Order bank details to get account numbers for this profile.
            </EmptyState>
          ) : (
            <Timeline
              entries={list.toReversed().map((each) => ({
                key: each.id,
                at: each.creationTime,
                title: titles[each.status],
                detail: <Requirements order={each} />,
              }))}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}

const titles = {
  DONE: 'Issued',
  PENDING_USER: 'Waiting for you',
  PENDING_TW: 'Waiting for the service',
}

function Requirements({ order }: { readonly order: AccountDetailsOrder }) {
  const { godwit, profile } = useWorkspace()
  const pay = useMutation({
    mutationFn: () =>
      godwit.simulation.simulateAccountDetailsTopUp({
        path: { profileId: profile.id, orderId: order.id },
      }),
  })
  return (
    <>
      {order.requirements.map(({ type, status }) => (
        <p key={type}>
          {type === 'TOP_UP' ? 'Fee' : 'Verification'}: {wordsOf(status)}{' '}
          {status !== 'DONE' && type === 'VERIFICATION' && (
            <Link to={`/profiles/${profile.id}`}>Verify the profile</Link>
          )}
          {status === 'PENDING_USER' && type === 'TOP_UP' && (
            <Button isPending={pay.isPending} onPress={() => pay.mutate()}>
              Pay the fee
            </Button>
          )}
        </p>
      ))}
      {pay.error && <ErrorNotice error={pay.error} />}
    </>
  )
}
