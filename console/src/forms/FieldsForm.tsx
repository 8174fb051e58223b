import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { FormFields } from './FormFields.tsx'
import { type Details, detailsOf, type FormGroup, keysOf, type Values } from './form-values.ts'
import './forms.css'

/** The same input is sent with the same key, so that a repetition after a lost reply has no second effect. */
export type KeyHeader = { readonly 'X-idempotence-uuid': string }

type Props<Result> = {
  readonly groups: readonly FormGroup[]
  readonly initial?: Values
  /** The name of the button that sends the form. */
  readonly label: string
  /**
   * Sends the entered values. Missing and malformed values are sent too, because the service explains what is wrong, so callers
   * cast `details` to the type of their request.
   */
  readonly call: (details: Details, headers: KeyHeader) => Promise<Result>
  /** The result, shown in place of the form, so that the second press of a double click sends nothing. */
  readonly done: (result: Result) => ReactNode
  /** The name of the button that shows the form again. */
  readonly again: string
  /** Called when a value that changes the form was entered. */
  readonly onRefresh?: (values: Values) => void
  /** Inputs for values that are not text, such as files, with the error of the last request. */
  readonly children?: (error: unknown) => ReactNode
}

/** A form that sends its fields, and then shows the result. */
export function FieldsForm<Result>({
  groups,
  initial = {},
  label,
  call,
  done,
  again,
  onRefresh,
  children,
}: Props<Result>) {
  const [values, setValues] = useState(initial)
  const [key, setKey] = useState(() => crypto.randomUUID())
  // `request.isPending` changes with the next render, which may be after the second press of a double click.
  const isSending = useRef(false)
  const request = useMutation({
    mutationFn: () => call(detailsOf(groups, values), { 'X-idempotence-uuid': key }),
    onSettled: () => {
      isSending.current = false
    },
  })
  const change = (next: Values) => {
    setValues(next)
    setKey(crypto.randomUUID())
  }
  if (request.isSuccess)
    return (
      <div className="form">
        <div role="status">{done(request.data)}</div>
        <div className="row">
          <Button
            autoFocus
            onPress={() => {
              change(initial)
              request.reset()
            }}
          >
            {again}
          </Button>
        </div>
      </div>
    )
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isSending.current) return
        isSending.current = true
        request.mutate()
      }}
    >
      <FormFields
        error={request.error}
        groups={groups}
        onChange={(field, value) => change({ ...values, [field]: value })}
        onRefresh={(field, value) => onRefresh?.({ ...values, [field]: value })}
        values={values}
      />
      {children?.(request.error)}
      {request.error && <ErrorNotice error={request.error} fields={keysOf(groups)} />}
      <div className="row">
        <Button isPending={request.isPending} type="submit">
          {label}
        </Button>
      </div>
    </form>
  )
}
