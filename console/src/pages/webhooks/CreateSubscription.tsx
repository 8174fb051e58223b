import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Field } from '../../components/Field.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { messageAt } from '../../field-errors.ts'
import { useWorkspace } from '../../workspace.ts'
import { profileEvents } from './events.ts'
import './webhooks.css'

const [firstEvent] = profileEvents

/** The paths of the fields in the request. Each field of the form shows the messages about its path. */
const FIELDS = ['name', 'delivery.url', 'trigger_on', 'delivery.version']

/** Creates a subscription. The service first sends a test message to the URL, so a wrong URL is refused at once. */
export function CreateSubscription() {
  const { godwit, profile } = useWorkspace()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [eventName, setEventName] = useState(firstEvent?.name ?? '')
  const event = profileEvents.find((each) => each.name === eventName)
  const [chosenVersion, setChosenVersion] = useState('')
  // The default is the newest version of the event, as another event may not have the chosen version.
  const version = event?.versions.find((each) => each === chosenVersion) ?? event?.versions.at(-1)
  const create = useMutation({
    mutationFn: (target: { readonly name: string; readonly url: string }) =>
      godwit.webhooks.createSubscriptionForProfile({
        path: { profileId: profile.id },
        body: {
          name: target.name,
          trigger_on: eventName,
          delivery: { version: version ?? '', url: target.url },
        },
      }),
    onSuccess: ({ id }) => navigate({ to: `/webhooks/${id}` }),
  })
  const createInbox = useMutation({
    mutationFn: () => godwit.inboxes.createInbox({ body: {} }),
    onSuccess: (inbox) => {
      const inboxName = name.trim() === '' ? 'Inbox' : name
      setName(inboxName)
      setUrl(inbox.url)
      create.mutate({ name: inboxName, url: inbox.url })
    },
  })
  return (
    <Panel title="Create a subscription">
      <form
        className="stack"
        noValidate
        onSubmit={(submitted) => {
          submitted.preventDefault()
          if (!create.isPending) create.mutate({ name, url: url.trim() })
        }}
      >
        <div className="columns webhooks-fields">
          <Field
            error={messageAt(create.error, 'name', 'Name')}
            label="Name"
            onChange={setName}
            placeholder="A name for your list"
            value={name}
          />
          <Field
            description="The URL must answer a test message with 2xx before the subscription is created."
            error={messageAt(create.error, 'delivery.url', 'URL')}
            label="URL"
            onChange={setUrl}
            placeholder="http://127.0.0.1:9000/hook"
            value={url}
          />
          <SelectField
            error={messageAt(create.error, 'trigger_on', 'Event')}
            label="Event"
            onChange={setEventName}
            options={profileEvents.map((each) => ({ value: each.name, label: each.name }))}
            value={eventName}
          />
          <SelectField
            error={messageAt(create.error, 'delivery.version', 'Version of the message')}
            label="Version of the message"
            onChange={setChosenVersion}
            options={(event?.versions ?? []).map((each) => ({ value: each, label: each }))}
            value={version ?? ''}
          />
        </div>
        <p className="muted">{event?.summary}</p>
        {create.error && <ErrorNotice error={create.error} fields={FIELDS} />}
        {createInbox.error && <ErrorNotice error={createInbox.error} />}
        <div className="row">
          <Button isPending={create.isPending} kind="primary" type="submit">
            Create
          </Button>
          <Button
            isDisabled={create.isPending}
            isPending={createInbox.isPending}
            onPress={() => createInbox.mutate()}
          >
            Create with a new inbox
          </Button>
          <span className="muted">
            An inbox is a URL of this sandbox that keeps the messages it receives: you need no
            program.
          </span>
        </div>
      </form>
    </Panel>
  )
}
