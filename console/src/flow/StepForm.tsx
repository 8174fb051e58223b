import { useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Panel } from '../components/Panel.tsx'
import { FlowFields } from './FlowFields.tsx'
import { messagesOf } from './flow-requests.ts'
import { bodyOf, type FlowValues, initialValues } from './model.ts'
import { Options } from './Options.tsx'
import type { Json } from './read.ts'
import type { Action, Component, Step } from './step.ts'
import { UPLOAD_KEY } from './UploadInput.tsx'
import '../forms/forms.css'

type Props = {
  readonly step: Step
  readonly error: unknown
  readonly isPending: boolean
  readonly onExit: () => void
  readonly onFollow: (action: Exclude<Action, 'exit'>, body: Json) => void
  readonly onBack: () => void
}

/** One step: its texts, fields, options and buttons, in their order. */
export function StepForm({ step, error, isPending, onExit, onFollow, onBack }: Props) {
  const [values, setValues] = useState(() => initialValues(step.forms))
  // A form that is sent during an upload would miss the file.
  const isBusy = useIsMutating({ mutationKey: UPLOAD_KEY }) > 0 || isPending
  const act = (action: Action) => {
    if (isBusy) return
    if (action === 'exit') onExit()
    else onFollow(action, bodyOf(step.forms, values, action))
  }
  const change = (formId: string, path: string, value: unknown) =>
    setValues((all) => ({ ...all, [formId]: { ...all[formId], [path]: value } }))
  const submitButton = step.layout.find((component) => component.type === 'button')
  return (
    <Panel title={step.title}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (submitButton) act(submitButton.action)
        }}
      >
        {step.layout.map((component) => (
          <div key={JSON.stringify(component)}>
            <Content
              component={component}
              error={error}
              isBusy={isBusy}
              isSubmitButton={component === submitButton}
              onAct={act}
              onChange={change}
              values={values}
            />
          </div>
        ))}
        {error ? <ErrorNotice error={error} /> : null}
        <div>
          {/* Disabled, because a reply that arrives after Back would show the step after this one. */}
          <Button isDisabled={isPending} kind="plain" onPress={onBack}>
            Back
          </Button>
        </div>
      </form>
    </Panel>
  )
}

type ContentProps = {
  readonly component: Component
  readonly values: FlowValues
  readonly error: unknown
  readonly isBusy: boolean
  /** Whether the component is the button that the Enter key in a field presses too. */
  readonly isSubmitButton: boolean
  readonly onAct: (action: Action) => void
  readonly onChange: (formId: string, path: string, value: unknown) => void
}

function Content({
  component,
  values,
  error,
  isBusy,
  isSubmitButton,
  onAct,
  onChange,
}: ContentProps) {
  switch (component.type) {
    case 'heading':
      return <h3>{component.text}</h3>
    case 'info':
      return <p className="muted">{component.text}</p>
    case 'decision':
      return <Options onChoose={onAct} options={component.options} />
    case 'form': {
      const { id, fields } = component.form
      return (
        <div className="form">
          <FlowFields
            errors={messagesOf(error)}
            fields={fields}
            onChange={(path, value) => onChange(id, path, value)}
            values={values[id] ?? {}}
          />
        </div>
      )
    }
    case 'button':
      return (
        <Button
          isPending={isBusy}
          kind="primary"
          {...(isSubmitButton ? { type: 'submit' } : { onPress: () => onAct(component.action) })}
        >
          {component.title}
        </Button>
      )
  }
}
