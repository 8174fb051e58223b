import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { Details } from '../components/Details.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { ActionFields } from './ActionFields.tsx'
import { type Action, type ActionName, actions } from './actions.ts'
import { type Call, SESSION_KEY } from './session.ts'

/** An action that the operator has chosen, and the entry of a list that the action concerns. */
export type ChosenAction = {
  readonly name: ActionName
  /** The values of the fields that the chosen entry of a list determines; the dialog does not show these fields. */
  readonly knownValues: Readonly<Record<string, string>>
  /** The chosen entry of the list, which the operator checks before confirming; absent for an action without a list. */
  readonly entryRows?: ComponentProps<typeof Details>['rows']
}

type Props = ChosenAction & { readonly call: Call; readonly onClose: () => void }

/**
 * Demands the missing fields and a confirmation of an action, then shows the result. A second press after a lost reply has no
 * second effect, because the idempotency key stays the same.
 */
export function ActionDialog({ call, name, knownValues, entryRows = [], onClose }: Props) {
  const { title, effect, fields }: Action = actions[name]
  const [values, setValues] = useState<Record<string, string>>({ ...knownValues })
  const [key, setKey] = useState(() => crypto.randomUUID())
  const client = useQueryClient()
  const request = useMutation({
    mutationFn: () =>
      call<{ lines: readonly string[] }>('POST', `actions/${name}`, { body: values, key }),
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] }),
  })
  return (
    <Dialog isOpen onOpenChange={(isOpen) => isOpen || onClose()} title={title}>
      {request.data ? (
        <div className="stack">
          <output className="operator-lines">{request.data.lines.join('\n')}</output>
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
            request.mutate()
          }}
        >
          <p>{effect}</p>
          <Details rows={entryRows} />
          <ActionFields
            error={request.error}
            fields={fields.filter((field) => knownValues[field.name] === undefined)}
            onChange={(changed) => {
              setValues(changed)
              // Changed input makes another request, which needs another idempotency key.
              setKey(crypto.randomUUID())
            }}
            values={values}
          />
          {request.error && <ErrorNotice error={request.error} />}
          <div>
            <Button isPending={request.isPending} kind="primary" type="submit">
              {title}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
