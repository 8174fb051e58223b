import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { Panel } from '../components/Panel.tsx'
import { SelectField } from '../components/SelectField.tsx'
import { ActionDialog } from './ActionDialog.tsx'
import { ActionFields } from './ActionFields.tsx'
import { type Action, type ActionName, actions, lookups } from './actions.ts'
import type { Call } from './session.ts'

/** Every action by the ids that it needs, and what can be looked up for a decision. */
export function OtherActions({ call }: { readonly call: Call }) {
  const [opened, setOpened] = useState<ActionName>()
  return (
    <>
      <PageHeader
        description="Actions on what no list shows, by its ids. Everything else needs the command line of the operator."
        title="Other actions"
      />
      <Panel title="Actions">
        <div className="row">
          {Object.entries(actions).map(([name, { title }]) => (
            <Button key={name} onPress={() => setOpened(name as ActionName)}>
              {title}
            </Button>
          ))}
        </div>
      </Panel>
      <Lookups call={call} />
      {opened && (
        <ActionDialog call={call} known={{}} name={opened} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

const options = Object.entries(lookups).map(([value, { title }]) => ({ value, label: title }))

function Lookups({ call }: { readonly call: Call }) {
  const [name, setName] = useState(options[0]?.value ?? '')
  const [values, setValues] = useState<Record<string, string>>({})
  const found = useMutation({
    mutationFn: () =>
      call<{ lines: readonly string[] }>('GET', `lookups/${name}?${new URLSearchParams(values)}`),
  })
  const { fields } = lookups[name] as Action
  return (
    <Panel title="Look up">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          found.mutate()
        }}
      >
        <SelectField
          label="What"
          onChange={(value) => {
            setName(value)
            setValues({})
            found.reset()
          }}
          options={options}
          value={name}
        />
        <ActionFields error={found.error} fields={fields} onChange={setValues} values={values} />
        {found.error && <ErrorNotice error={found.error} />}
        <div>
          <Button isPending={found.isPending} type="submit">
            Look up
          </Button>
        </div>
        {found.data && (
          <output className="operator-lines">
            {found.data.lines.join('\n') || 'Nothing found.'}
          </output>
        )}
      </form>
    </Panel>
  )
}
