import type { CardOrder } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Pager } from '../../../components/Pager.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { type Column, Table } from '../../../components/Table.tsx'
import { Time } from '../../../components/Time.tsx'
import { useWorkspace } from '../../../workspace.ts'
import { programText } from '../program-text.ts'
import { OrderRequirements } from './OrderRequirements.tsx'
import { OrderStatus } from './OrderStatus.tsx'

const PAGE_SIZE = 20
/**
 * The page polls, because the service issues a card and completes its order some moments after the request that causes it. Every
 * three seconds is a choice of this project.
 */
const REFRESH_MS = 3_000

const columns: readonly Column<CardOrder>[] = [
  { title: 'Order', cell: ({ id }) => <Link to={`/cards/orders/${id}`}>{id}</Link> },
  { title: 'Status', cell: ({ status }) => <OrderStatus status={status} /> },
  {
    title: 'Card',
    cell: ({ id, cardToken, status }) => {
      if (cardToken) return <Link to={`/cards/${cardToken}`}>Open the card</Link>
      if (status === 'CANCELLED') return 'none'
      return status === 'PLACED' ? <OrderRequirements orderId={id} /> : 'not issued yet'
    },
  },
  {
    title: 'Holder',
    cell: ({ cardHolderName }) => <span className="long-text">{cardHolderName}</span>,
  },
  { title: 'Ordered', cell: ({ creationTime }) => <Time at={creationTime} /> },
  { title: 'Program', cell: ({ cardProgram }) => programText(cardProgram) },
]

export function OrdersPanel() {
  const { godwit, profile } = useWorkspace()
  const [page, setPage] = useState(1)
  const orders = useQuery({
    queryKey: ['card-orders', profile.id, page],
    queryFn: () =>
      godwit.cardOrders.listCardOrders({
        path: { profileId: profile.id },
        query: { pageSize: PAGE_SIZE, pageNumber: page },
      }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <Panel title="Orders">
      <Loaded label="Loading orders" query={orders}>
        {({ cardOrders, totalCount }) =>
          totalCount === 0 ? (
            <EmptyState title="Nothing was ordered yet">
              Order a virtual card with the button above. Its order then appears here, with the
              requirements that it must still fulfil.
            </EmptyState>
          ) : (
            <>
              <Table
                caption="Card orders"
                columns={columns}
                rowKey={({ id }) => id}
                rows={cardOrders}
              />
              <Pager onChange={setPage} page={page} pageSize={PAGE_SIZE} totalCount={totalCount} />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}
