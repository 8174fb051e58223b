import type { Activity } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Status, type Tone } from '../../components/Status.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { wordsOf } from '../../words.ts'
import { useWorkspace } from '../../workspace.ts'

const SHOWN_MAX = 8

const tones: Readonly<Record<Activity['status'], Tone>> = {
  COMPLETED: 'good',
  IN_PROGRESS: 'progress',
  REQUIRES_ATTENTION: 'caution',
  UPCOMING: 'neutral',
  CANCELLED: 'neutral',
}

const columns: readonly Column<Activity>[] = [
  {
    title: 'Transfer',
    cell: ({ resource }) => <Link to={`/transfers/${resource.id}`}>{resource.id}</Link>,
  },
  { title: 'To', cell: ({ title }) => textOf(title) },
  {
    title: 'Status',
    cell: ({ status }) => <Status tone={tones[status]}>{wordsOf(status)}</Status>,
  },
  { title: 'Created', cell: ({ createdOn }) => <Time at={createdOn} /> },
  { title: 'Amount', align: 'end', cell: ({ primaryAmount }) => primaryAmount },
  { title: 'Paid with', align: 'end', cell: ({ secondaryAmount }) => secondaryAmount },
]

export function NewestTransfers() {
  const { godwit, profile } = useWorkspace()
  const transfers = useQuery({
    queryKey: ['activities', profile.id, 'newest-transfers'],
    queryFn: () =>
      godwit.activities.listActivities({
        path: { profileId: profile.id },
        query: { monetaryResourceType: 'TRANSFER', size: SHOWN_MAX },
      }),
  })
  return (
    <Panel title="Newest transfers">
      <Loaded label="Loading transfers" query={transfers}>
        {({ activities }) =>
          activities.length === 0 ? (
            <EmptyState title="This profile has sent nothing yet">
              Send a transfer above, or with your own program.
            </EmptyState>
          ) : (
            <Table
              caption="Newest transfers"
              columns={columns}
              rowKey={({ id }) => id}
              rows={activities}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}

/** Titles are HTML. A parsed document runs no script and loads nothing, and only its text is used. */
function textOf(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
}
