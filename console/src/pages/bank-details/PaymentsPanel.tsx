import type { ReceivedPayment } from '@godwit/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Loading } from '../../components/Loading.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Status, type Tone } from '../../components/Status.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { CauseLink } from '../../money/CauseLink.tsx'
import { wordsOf } from '../../words.ts'
import { useWorkspace } from '../../workspace.ts'
import { ReturnPayment } from './ReturnPayment.tsx'
import './bank-details.css'

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
      <span className="bank-details-text">
        {name ?? 'not reported'} <span className="muted">{accountNumber}</span>
      </span>
    ),
  },
  {
    title: 'Reference',
    cell: ({ reference }) => <span className="bank-details-text">{reference}</span>,
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

/** What has arrived, in all currencies, newest first. */
export function PaymentsPanel() {
  const { godwit, profile } = useWorkspace()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    {
      queryKey: ['received-payments', profile.id],
      queryFn: ({ pageParam: nextCursor }) =>
        godwit.accountDetails.listReceivedPayments({
          path: { profileId: profile.id },
          query: { size: PAGE_SIZE, ...(nextCursor !== null && { nextCursor }) },
        }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ cursor }) => cursor,
    },
  )
  const rows = data?.pages.flatMap(({ payments }) => payments)
  return (
    <Panel title="Received payments">
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {!rows && !error && <Loading label="Loading payments" />}
      {rows?.length === 0 && (
        <EmptyState title="Nothing has arrived yet">
          Open a currency with active bank details and receive a payment.
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Table caption="Received payments" columns={columns} rowKey={({ id }) => id} rows={rows} />
      )}
      {hasNextPage && (
        <div className="row">
          <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Panel>
  )
}
