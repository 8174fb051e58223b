import type { Card } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Pager } from '../../components/Pager.tsx'
import { Panel } from '../../components/Panel.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { useWorkspace } from '../../workspace.ts'
import { CardStatus } from './CardStatus.tsx'
import { cardTypeText } from './program-text.ts'

/** Rows of a page: a choice of this project. */
const PAGE_SIZE = 20
/**
 * The page polls, because the service issues a card some moments after the requirements of its order are completed. The interval
 * is a choice of this project.
 */
const REFRESH_MS = 3_000

const columns: readonly Column<Card>[] = [
  {
    title: 'Card',
    cell: ({ cardToken, lastFourDigits }) => (
      <Link to={`/cards/${cardToken}`}>•••• {lastFourDigits}</Link>
    ),
  },
  { title: 'Status', cell: ({ status }) => <CardStatus status={status} /> },
  {
    title: 'Type',
    cell: ({ cardProgram }) => cardTypeText(cardProgram.cardType),
  },
  {
    title: 'Holder',
    cell: ({ cardHolderName }) => <span className="long-text">{cardHolderName}</span>,
  },
  { title: 'Currency', cell: ({ cardProgram }) => cardProgram.defaultCurrency },
  { title: 'Expires', cell: ({ expiryDate }) => expiryDate },
  { title: 'Issued', cell: ({ creationTime }) => <Time at={creationTime} /> },
]

export function CardsPanel() {
  const { godwit, profile } = useWorkspace()
  const [page, setPage] = useState(1)
  const cards = useQuery({
    queryKey: ['cards', profile.id, page],
    queryFn: () =>
      godwit.cards.listCards({
        path: { profileId: profile.id },
        query: { pageSize: PAGE_SIZE, pageNumber: page },
      }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <Panel title="Cards">
      <Loaded label="Loading cards" query={cards}>
        {({ cards: list, totalCount }) =>
          totalCount === 0 ? (
            <EmptyState title="This profile has no card">
              Order a virtual card with the button above. For a verified profile the card is issued
              within seconds.
            </EmptyState>
          ) : (
            <>
              <Table
                caption="Cards"
                columns={columns}
                rowKey={({ cardToken }) => cardToken}
                rows={list}
              />
              <Pager onChange={setPage} page={page} pageSize={PAGE_SIZE} totalCount={totalCount} />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}
