import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { Panel } from '../components/Panel.tsx'
import { SelectField } from '../components/SelectField.tsx'
import { ActionDialog } from './ActionDialog.tsx'
import { ActionFields } from './ActionFields.tsx'
import { type ActionName, actions, type Lookup, lookups } from './actions.ts'
import type { Call } from './session.ts'

/** Every action, for which the operator enters the ids, and lookups that help to decide. */
export function OtherActions({ call }: { readonly call: Call }) {
  const [openName, setOpenName] = useState<ActionName>()
  return (
    <>
      <PageHeader
        description="Actions on entries that no list shows: enter their ids. All other actions need the command line of the operator."
        title="Other actions"
      />
      <Panel title="Actions">
        <div className="row">
          {Object.entries(actions).map(([name, { title }]) => (
            <Button key={name} onPress={() => setOpenName(name as ActionName)}>
              {title}
            </Button>
          ))}
        </div>
      </Panel>
      <Lookups call={call} />
      {openName && (
        <ActionDialog
          call={call}
          knownValues={{}}
          name={openName}
          onClose={() => setOpenName(undefined)}
        />
      )}
    </>
  )
}

const options = Object.entries(lookups).map(([value, { title }]) => ({ value, label: title }))

function Lookups({ call }: { readonly call: Call }) {
  const [name, setName] = useState(options[0]?.value ?? '')
  const [values, setValues] = useState<Record<string, string>>({})
  const lookup = useMutation({
    mutationFn: () =>
      call<{ lines: readonly string[] }>('GET', `lookups/${name}?${new URLSearchParams(values)}`),
  })
  // The options of the select are the names of all lookups.
  const { fields } = lookups[name] as Lookup
  return (
    <Panel title="Look up">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          lookup.mutate()
        }}
      >
        <SelectField
          label="Data to look up"
          onChange={(value) => {
            setName(value)
            setValues({})
            lookup.reset()
          }}
          options={options}
          value={name}
        />
        <ActionFields error={lookup.error} fields={fields} onChange={setValues} values={values} />
        {lookup.error && <ErrorNotice error={lookup.error} />}
        <div>
          <Button isPending={lookup.isPending} type="submit">
            Look up
          </Button>
        </div>
        {lookup.data && (
          <output className="operator-lines">
            {lookup.data.lines.join('\n') || 'Nothing found.'}
          </output>
        )}
      </form>
    </Panel>
  )
}
