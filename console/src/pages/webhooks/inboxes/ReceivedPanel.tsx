import type { ReceivedRequestSummary } from '@godwit/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Details } from '../../../components/Details.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { JsonText } from '../../../components/JsonText.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { PagedTable } from '../../../components/PagedTable.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { Status, type Tone } from '../../../components/Status.tsx'
import type { Column } from '../../../components/Table.tsx'
import { Time } from '../../../components/Time.tsx'
import { wordsOf } from '../../../words.ts'
import { useWorkspace } from '../../../workspace.ts'
import '../webhooks.css'

/**
 * The page polls, because the live feed has deliveries but not the requests that other programs send to an inbox. The interval is
 * a choice of this project.
 */
export const REFRESH_MS = 2_000

const tones: Readonly<Record<ReceivedRequestSummary['signature'], Tone>> = {
  VALID: 'good',
  INVALID: 'bad',
  MISSING: 'caution',
}

const columns: readonly Column<ReceivedRequestSummary>[] = [
  { title: 'Number', cell: ({ number }) => number },
  {
    title: 'Signature',
    cell: ({ signature }) => <Status tone={tones[signature]}>{wordsOf(signature)}</Status>,
  },
  {
    title: 'Event',
    cell: ({ eventType, test }) => (
      <>
        <code>{eventType ?? 'none'}</code> {test && <span className="muted">test</span>}
      </>
    ),
  },
  { title: 'Received', cell: ({ receivedAt }) => <Time at={receivedAt} /> },
  { title: 'Bytes', align: 'end', cell: ({ bodyBytes }) => bodyBytes },
]

/** The requests that an inbox has received, newest first. */
export function ReceivedPanel({ inboxId }: { readonly inboxId: string }) {
  const { godwit } = useWorkspace()
  const [openNumber, setOpenNumber] = useState<number>()
  const received = useInfiniteQuery({
    queryKey: ['received', inboxId],
    queryFn: ({ pageParam }) =>
      godwit.inboxes.listReceivedRequests({
        path: { inboxId },
        query: { ...(pageParam && { nextCursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval: REFRESH_MS,
  })
  return (
    <Panel title="Received requests">
      <PagedTable
        caption="Received requests"
        columns={[
          ...columns,
          {
            title: 'Content',
            cell: ({ number }) => (
              <Button onPress={() => setOpenNumber(number)}>Open request {number}</Button>
            ),
          },
        ]}
        empty={
          <EmptyState title="Nothing was received yet">
            Create a subscription with the URL of this inbox: it receives a test message at once.
          </EmptyState>
        }
        label="Loading requests"
        more="Load older requests"
        query={received}
        rowKey={({ number }) => number}
        rowsOf={({ requests }) => requests}
      />
      <Dialog
        isOpen={openNumber !== undefined}
        onOpenChange={() => setOpenNumber(undefined)}
        title={`Request ${openNumber ?? ''}`}
      >
        {openNumber !== undefined && <ReceivedContent inboxId={inboxId} number={openNumber} />}
      </Dialog>
    </Panel>
  )
}

type ContentProps = { readonly inboxId: string; readonly number: number }

function ReceivedContent({ inboxId, number }: ContentProps) {
  const { godwit } = useWorkspace()
  const request = useQuery({
    queryKey: ['received-request', inboxId, number],
    queryFn: () => godwit.inboxes.getReceivedRequest({ path: { inboxId, number } }),
  })
  return (
    <Loaded label="Loading the request" query={request}>
      {({ headers, body, bodyEncoding }) => (
        <>
          <Details
            rows={Object.entries(headers).map(([name, value]) => [name, String(value)] as const)}
          />
          <h3>Body{bodyEncoding === 'base64' && ' in Base64'}</h3>
          <JsonText text={body} />
        </>
      )}
    </Loaded>
  )
}
