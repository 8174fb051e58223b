import type { Recipient } from '@godwit/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Loading } from '../../components/Loading.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { useWorkspace } from '../../workspace.ts'
import './recipients.css'

const PAGE_SIZE = 50

const columns: readonly Column<Recipient>[] = [
  {
    title: 'Name',
    cell: ({ id, name }) => (
      <Link className="recipient-name" to={`/recipients/${id}`}>
        {name.fullName}
      </Link>
    ),
  },
  { title: 'Currency', cell: ({ currency }) => currency ?? 'any' },
  { title: 'Account', cell: ({ accountSummary }) => accountSummary },
  { title: 'Type', cell: ({ type }) => <code>{type}</code> },
  { title: 'Id', align: 'end', cell: ({ id }) => id },
]

export function RecipientsPage() {
  const { godwit, profile } = useWorkspace()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    {
      queryKey: ['recipient-pages', profile.id],
      queryFn: ({ pageParam: seekPosition }) =>
        godwit.recipients.listRecipients({
          query: {
            profileId: profile.id,
            size: PAGE_SIZE,
            sort: 'id,desc',
            ...(seekPosition !== undefined && { seekPosition }),
          },
        }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ seekPositionForNext }) => seekPositionForNext ?? undefined,
    },
  )
  const rows = data?.pages.flatMap(({ content }) => content)
  return (
    <div className="stack">
      <PageHeader description="Whom this profile can pay, newest first." title="Recipients">
        <LinkButton kind="primary" to="/recipients/new">
          Add a recipient
        </LinkButton>
      </PageHeader>
      <Panel title="Active recipients">
        {error && <ErrorNotice error={error} onRetry={refetch} />}
        {!rows && !error && <Loading label="Loading recipients" />}
        {rows?.length === 0 && (
          <EmptyState title="This profile has no recipient">
            <Link to="/recipients/new">Add a recipient</Link>, or add one while you{' '}
            <Link to="/send-money">send money</Link>.
          </EmptyState>
        )}
        {rows && rows.length > 0 && (
          <Table caption="Recipients" columns={columns} rowKey={({ id }) => id} rows={rows} />
        )}
        {hasNextPage && (
          <div className="row">
            <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </Panel>
    </div>
  )
}
