import type { Inbox } from '@godwit/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { replyTimeout, replyTimeoutOfClockMove } from '../../../../../src/webhooks/timers.ts'
import { Button } from '../../../components/Button.tsx'
import { ConfirmedButton } from '../../../components/ConfirmedButton.tsx'
import { CopyButton } from '../../../components/CopyButton.tsx'
import { Details } from '../../../components/Details.tsx'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { Field } from '../../../components/Field.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { Time } from '../../../components/Time.tsx'
import { errorAt } from '../../../field-errors.ts'
import { numberOrText } from '../../../number-or-text.ts'
import { useWorkspace } from '../../../workspace.ts'
import { REFRESH_MS, ReceivedPanel } from './ReceivedPanel.tsx'
import '../webhooks.css'

/** One inbox: its URL, the reply that it sends, and the requests that it has received. */
export function InboxPage() {
  const { godwit } = useWorkspace()
  const { inboxId } = useParams({ strict: false }) as { inboxId: string }
  // The API has no operation for one inbox, and a user has few (`INBOXES_MAX`).
  const inbox = useQuery({
    queryKey: ['inbox', inboxId],
    queryFn: async () => {
      const inboxes = await godwit.inboxes.listInboxes()
      return inboxes.find(({ id }) => id === inboxId) ?? null
    },
    refetchInterval: REFRESH_MS,
  })
  return (
    <div className="stack">
      <p>
        <Link to="/webhooks">All webhooks</Link>
      </p>
      <PageHeader title="Inbox" />
      <Loaded label="Loading the inbox" query={inbox}>
        {(found) =>
          found ? <InboxDetails inbox={found} /> : <p>You have no inbox with this id.</p>
        }
      </Loaded>
    </div>
  )
}

function InboxDetails({ inbox }: { readonly inbox: Inbox }) {
  return (
    <>
      <Panel action={<DeleteInbox inbox={inbox} />} title="URL and reply">
        <Details
          rows={[
            [
              'URL',
              <span className="webhooks-address" key="url">
                <code>{inbox.url}</code> <CopyButton name="the URL of the inbox" text={inbox.url} />
              </span>,
            ],
            ['Received', String(inbox.receivedCount)],
            ['Created', <Time at={inbox.createdAt} key="created" />],
          ]}
        />
        <ReplyForm inbox={inbox} key={inbox.id} />
      </Panel>
      <ReceivedPanel inboxId={inbox.id} />
    </>
  )
}

const delayDescription = `A delivery fails when it waits for more than ${replyTimeout.seconds * 1000} ms, or for more than ${replyTimeoutOfClockMove.seconds * 1000} ms while the clock is moved.`

const savedText = ({ replyStatus, replyDelayMs }: Inbox) =>
  `Saved: the inbox replies ${replyStatus}${replyDelayMs === 0 ? '' : ` after ${replyDelayMs} ms`}.`

/** Changes the reply of the inbox, so that failures and retries can be tried. */
function ReplyForm({ inbox }: { readonly inbox: Inbox }) {
  const { godwit } = useWorkspace()
  const [status, setStatus] = useState(String(inbox.replyStatus))
  const [delay, setDelay] = useState(String(inbox.replyDelayMs))
  const change = useMutation({
    mutationFn: () =>
      godwit.inboxes.changeInbox({
        path: { inboxId: inbox.id },
        // Text that is not a number is sent too: the service explains what is wrong.
        body: {
          replyStatus: numberOrText(status) as number,
          replyDelayMs: numberOrText(delay) as number,
        },
      }),
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!change.isPending) change.mutate()
      }}
    >
      <div className="columns webhooks-fields">
        <Field
          description="A status above 299 makes a delivery fail and be sent again."
          error={errorAt(change.error, 'replyStatus')}
          label="Status of the reply"
          onChange={setStatus}
          value={status}
        />
        <Field
          description={delayDescription}
          error={errorAt(change.error, 'replyDelayMs')}
          label="Delay of the reply in milliseconds"
          onChange={setDelay}
          value={delay}
        />
      </div>
      {change.error && <ErrorNotice error={change.error} />}
      <div className="row">
        <Button isPending={change.isPending} type="submit">
          Change the reply
        </Button>
        <span aria-live="polite" className="muted">
          {change.data && savedText(change.data)}
        </span>
      </div>
    </form>
  )
}

function DeleteInbox({ inbox }: { readonly inbox: Inbox }) {
  const { godwit } = useWorkspace()
  const navigate = useNavigate()
  return (
    <ConfirmedButton
      call={() => godwit.inboxes.deleteInbox({ path: { inboxId: inbox.id } })}
      label="Delete the inbox"
      name="Delete…"
      onDone={() => navigate({ to: '/webhooks' })}
    >
      The requests that the inbox has received are deleted, and later requests to its URL fail.
    </ConfirmedButton>
  )
}
