import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { Loaded } from '../components/Loaded.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { ActionDialog } from './ActionDialog.tsx'
import { type Item, lists } from './lists.ts'
import type { Call } from './session.ts'
import { WaitingList } from './WaitingList.tsx'

export type Page = { readonly items: readonly Item[]; readonly hasMore: boolean }
export type Chosen = Omit<ComponentProps<typeof ActionDialog>, 'call' | 'onClose'>

/** Every list that has an entry, oldest first. */
export function Waiting({ call }: { readonly call: Call }) {
  const [chosen, setChosen] = useState<Chosen>()
  const overview = useQuery({
    queryKey: ['waiting'],
    queryFn: () => call<Readonly<Record<string, Page>>>('GET', 'waiting'),
  })
  return (
    <>
      <PageHeader description="What waits for a person, the oldest first." title="What waits">
        <Button isPending={overview.isFetching} onPress={() => void overview.refetch()}>
          Refresh
        </Button>
      </PageHeader>
      <Loaded label="Loading what waits" query={overview}>
        {(pages) => {
          const shown = Object.entries(lists).filter(([kind]) => pages[kind]?.items.length)
          if (shown.length === 0)
            return (
              <EmptyState title="Nothing waits">
                Refresh this page to see what has come since then.
              </EmptyState>
            )
          return shown.map(([kind, list]) => (
            <WaitingList
              call={call}
              first={pages[kind] as Page}
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
