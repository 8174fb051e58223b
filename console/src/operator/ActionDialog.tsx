import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { Details } from '../components/Details.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { ActionFields, useRequestKey } from './ActionFields.tsx'
import { type Action, type ActionName, actions } from './actions.ts'
import type { Call } from './session.ts'

type Props = {
  readonly call: Call
  readonly name: ActionName
  /** Values of fields that the person has chosen with the entry of a list. */
  readonly known: Readonly<Record<string, string>>
  /** The entry of the list: what the person confirms. */
  readonly about?: ComponentProps<typeof Details>['rows']
  readonly onClose: () => void
}

/** Confirms an action. Pressing again after a lost reply has no second effect, because the key stays the same. */
export function ActionDialog({ call, name, known, about = [], onClose }: Props) {
  const { title, effect, fields }: Action = actions[name]
  const [values, setValues] = useState<Record<string, string>>({ ...known })
  const [key, renewKey] = useRequestKey()
  const client = useQueryClient()
  const running = useMutation({
    mutationFn: () =>
      call<{ lines: readonly string[] }>('POST', `actions/${name}`, { body: values, key }),
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' }),
  })
  return (
    <Dialog isOpen onOpenChange={(isOpen) => isOpen || onClose()} title={title}>
      {running.data ? (
        <div className="stack">
          <output className="operator-lines">{running.data.lines.join('\n')}</output>
          <div>
            <Button autoFocus onPress={onClose}>
              Done
            </Button>
          </div>
        </div>
      ) : (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            running.mutate()
          }}
        >
          <p>{effect}</p>
          <Details rows={about} />
          <ActionFields
            error={running.error}
            fields={fields.filter((field) => known[field.name] === undefined)}
            onChange={(changed) => {
              setValues(changed)
              renewKey()
            }}
            values={values}
          />
          {running.error && <ErrorNotice error={running.error} />}
          <div>
            <Button isPending={running.isPending} kind="primary" type="submit">
              {title}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
