import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import { Loaded } from '../components/Loaded.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { Panel } from '../components/Panel.tsx'
import { Status } from '../components/Status.tsx'
import { type Column, Table } from '../components/Table.tsx'
import { Moment } from './Moment.tsx'
import type { Call } from './session.ts'

type Entry = {
  readonly id: number
  readonly event: string
  readonly nature: 'failure' | 'change'
  readonly fields: Readonly<Record<string, string | number>>
  readonly operator: string | null
  readonly address: string | null
  readonly occurredAt: string
}
type Page = {
  readonly entries: readonly Entry[]
  /** The parameter that requests the older entries; null on the last page. */
  readonly before: number | null
}

const columns: readonly Column<Entry>[] = [
  { title: 'Time', cell: ({ occurredAt }) => <Moment at={occurredAt} /> },
  {
    title: 'Event',
    cell: ({ event, nature }) => (
      <Status tone={nature === 'failure' ? 'bad' : 'neutral'}>{event}</Status>
    ),
  },
  { title: 'Operator', cell: ({ operator }) => operator ?? '' },
  {
    title: 'Details',
    cell: ({ fields }) =>
      Object.entries(fields)
        .map(([name, value]) => `${name} ${value}`)
        .join(', '),
  },
  { title: 'Address', cell: ({ address }) => address ?? 'none' },
]

/** The security log, newest entries first, in pages. */
export function SecurityLog({ call }: { readonly call: Call }) {
  const [before, setBefore] = useState<number>()
  const log = useQuery({
    queryKey: ['log', before],
    queryFn: () =>
      call<Page>('GET', before === undefined ? 'security-log' : `security-log?before=${before}`),
  })
  return (
    <>
      <PageHeader
        description="Failures, and changes of credentials, access and money, newest first."
        title="Security log"
      >
        <Button isPending={log.isFetching} onPress={() => void log.refetch()}>
          Refresh
        </Button>
      </PageHeader>
      <Loaded label="Loading the security log" query={log}>
        {({ entries, before: next }) => (
          <Panel title="Entries">
            <Table
              caption="Security log"
              columns={columns}
              rowKey={({ id }) => id}
              rows={entries}
            />
            <div className="row">
              {before !== undefined && (
                <Button onPress={() => setBefore(undefined)}>Newest entries</Button>
              )}
              {next !== null && <Button onPress={() => setBefore(next)}>Older entries</Button>}
            </div>
          </Panel>
        )}
      </Loaded>
    </>
  )
}
