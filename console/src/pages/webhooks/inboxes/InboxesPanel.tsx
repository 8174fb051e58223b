import type { Inbox } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Button } from '../../../components/Button.tsx'
import { CopyButton } from '../../../components/CopyButton.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { type Column, Table } from '../../../components/Table.tsx'
import { Time } from '../../../components/Time.tsx'
import { useWorkspace } from '../../../workspace.ts'
import { useInboxes } from './use-inboxes.ts'

const columns: readonly Column<Inbox>[] = [
  {
    title: 'URL',
    cell: ({ id, url }) => (
      <span className="webhooks-address">
        <Link className="webhooks-wrap" to={`/webhooks/inboxes/${id}`}>
          {url}
        </Link>{' '}
        <CopyButton name={url} text={url} />
      </span>
    ),
  },
  { title: 'Received', align: 'end', cell: ({ receivedCount }) => receivedCount },
  { title: 'Reply', align: 'end', cell: ({ replyStatus }) => replyStatus },
  { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
]

/** The inboxes of the user: URLs of the sandbox that receive webhooks, so that no other program is needed. */
export function InboxesPanel() {
  const { godwit } = useWorkspace()
  const navigate = useNavigate()
  const inboxes = useInboxes()
  const create = useMutation({
    mutationFn: () => godwit.inboxes.createInbox({ body: {} }),
    onSuccess: ({ id }) => navigate({ to: `/webhooks/inboxes/${id}` }),
  })
  return (
    <Panel
      action={
        <Button isPending={create.isPending} onPress={() => create.mutate()}>
          Create an inbox
        </Button>
      }
      title="Inboxes"
    >
      {create.error && <ErrorNotice error={create.error} />}
      <Loaded label="Loading inboxes" query={inboxes}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="You have no inbox">
              An inbox is a URL of this sandbox that keeps the webhooks it receives.
            </EmptyState>
          ) : (
            <Table caption="Inboxes" columns={columns} rowKey={({ id }) => id} rows={rows} />
          )
        }
      </Loaded>
    </Panel>
  )
}
