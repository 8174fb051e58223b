import type { ReceivedPayment } from '@godwit/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../components/Amount.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { PagedTable } from '../../components/PagedTable.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Status, type Tone } from '../../components/Status.tsx'
import type { Column } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { CauseLink } from '../../money/CauseLink.tsx'
import { wordsOf } from '../../words.ts'
import { useWorkspace } from '../../workspace.ts'
import { ReturnPayment } from './ReturnPayment.tsx'
import './bank-details.css'

/** Rows of a page: a choice of this project. */
const PAGE_SIZE = 20

const tones: Readonly<Record<ReceivedPayment['state'], Tone>> = {
  PROCESSING: 'progress',
  COMPLETED: 'good',
  REFUNDED: 'neutral',
}

const columns: readonly Column<ReceivedPayment>[] = [
  { title: 'Payment', cell: ({ id }) => <CauseLink reference={`deposit:${id}`}>{id}</CauseLink> },
  { title: 'Amount', align: 'end', cell: ({ amount }) => <Amount {...amount} /> },
  {
    title: 'State',
    cell: ({ state }) => <Status tone={tones[state]}>{wordsOf(state)}</Status>,
  },
  {
    title: 'Sender',
    cell: ({ sender: { name, accountNumber } }) => (
      <span className="long-text">
        {name ?? 'not reported'} <span className="muted">{accountNumber}</span>
      </span>
    ),
  },
  {
    title: 'Reference',
    cell: ({ reference }) => <span className="long-text">{reference}</span>,
  },
  { title: 'Arrived', cell: ({ receivedAt }) => <Time at={receivedAt} /> },
  {
    title: 'To',
    cell: ({ balanceId }) => <Link to={`/balances/${balanceId}`}>Balance {balanceId}</Link>,
  },
  {
    title: 'Return',
    cell: (payment) => payment.state === 'COMPLETED' && <ReturnPayment payment={payment} />,
  },
]

/** The received payments in all currencies, newest first. */
export function PaymentsPanel() {
  const { godwit, profile } = useWorkspace()
  const payments = useInfiniteQuery({
    queryKey: ['received-payments', profile.id],
    queryFn: ({ pageParam: nextCursor }) =>
      godwit.accountDetails.listReceivedPayments({
        path: { profileId: profile.id },
        query: { size: PAGE_SIZE, ...(nextCursor !== null && { nextCursor }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
  })
  return (
    <Panel title="Received payments">
      <PagedTable
        caption="Received payments"
        columns={columns}
        empty={
          <EmptyState title="Nothing has arrived yet">
            Open a currency with active bank details and receive a payment.
          </EmptyState>
        }
        label="Loading payments"
        more="Show older payments"
        query={payments}
        rowKey={({ id }) => id}
        rowsOf={(page) => page.payments}
      />
    </Panel>
  )
}
