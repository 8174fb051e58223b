import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { Loaded } from '../components/Loaded.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { ActionDialog, type ChosenAction } from './ActionDialog.tsx'
import { lists, type Page } from './lists.ts'
import { PendingList } from './PendingList.tsx'
import type { Call } from './session.ts'

/** Shows each list that has an entry, the oldest entries first. */
export function PendingWork({ call }: { readonly call: Call }) {
  const [chosen, setChosen] = useState<ChosenAction>()
  const overview = useQuery({
    queryKey: ['waiting'],
    queryFn: () => call<Readonly<Record<string, Page>>>('GET', 'waiting'),
  })
  return (
    <>
      <PageHeader
        description="Everything that waits for a person, or has failed. Each list shows its oldest entries first."
        title="Pending work"
      >
        <Button isPending={overview.isFetching} onPress={() => void overview.refetch()}>
          Refresh
        </Button>
      </PageHeader>
      <Loaded label="Loading the pending work" query={overview}>
        {(pages) => {
          const shown = Object.entries(lists).filter(([kind]) => pages[kind]?.items.length)
          if (shown.length === 0)
            return <EmptyState title="No pending work">Press “Refresh” to look again.</EmptyState>
          return shown.map(([kind, list]) => (
            <PendingList
              call={call}
              // `shown` has only kinds with a page.
              firstPage={pages[kind] as Page}
              key={kind}
              kind={kind}
              list={list}
              onChoose={setChosen}
            />
          ))
        }}
      </Loaded>
      {chosen && <ActionDialog {...chosen} call={call} onClose={() => setChosen(undefined)} />}
    </>
  )
}
