import type { Recipient } from '@godwit/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../components/EmptyState.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { PagedTable } from '../../components/PagedTable.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import type { Column } from '../../components/Table.tsx'
import { useWorkspace } from '../../workspace.ts'
import { RecipientType } from './RecipientType.tsx'

/** Rows of a page: a choice of this project. */
const PAGE_SIZE = 50

const columns: readonly Column<Recipient>[] = [
  {
    title: 'Name',
    cell: ({ id, name }) => (
      <Link className="long-text" to={`/recipients/${id}`}>
        {name.fullName}
      </Link>
    ),
  },
  { title: 'Currency', cell: ({ currency }) => currency ?? 'any' },
  { title: 'Account', cell: ({ accountSummary }) => accountSummary },
  { title: 'Type', cell: (recipient) => <RecipientType {...recipient} /> },
  { title: 'Id', align: 'end', cell: ({ id }) => id },
]

export function RecipientsPage() {
  const { godwit, profile } = useWorkspace()
  const recipients = useInfiniteQuery({
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
  })
  return (
    <div className="stack">
      <PageHeader
        description="The people and businesses that this profile can pay, newest first."
        title="Recipients"
      >
        <LinkButton kind="primary" to="/recipients/new">
          Add a recipient
        </LinkButton>
      </PageHeader>
      <Panel title="Active recipients">
        <PagedTable
          caption="Recipients"
          columns={columns}
          empty={
            <EmptyState title="This profile has no recipient">
              <Link to="/recipients/new">Add a recipient</Link>, or add one while you{' '}
              <Link to="/send-money">send money</Link>.
            </EmptyState>
          }
          label="Loading recipients"
          more="Show older recipients"
          query={recipients}
          rowKey={({ id }) => id}
          rowsOf={(page) => page.content}
        />
      </Panel>
    </div>
  )
}
