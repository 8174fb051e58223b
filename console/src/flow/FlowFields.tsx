import { Fragment } from 'react'
import { FlowInput, type InputProps } from './FlowInput.tsx'
import type { FlowField } from './fields.ts'

type Props = InputProps & { readonly fields: readonly FlowField[] }

/**
 * The fields of a form, in groups where the form has groups. A group without a title is not visible: it only nests the values in
 * the request.
 */
export function FlowFields({ fields, ...props }: Props) {
  return fields.map((field) => {
    const { path, title } = field
    if (field.kind !== 'group') return <FlowInput {...props} field={field} key={path} />
    const error = props.errors[path]
    const inner = (
      <>
        <FlowFields {...props} fields={field.fields} />
        {error && <span className="field-error">{error}</span>}
      </>
    )
    if (title === '') return <Fragment key={path}>{inner}</Fragment>
    return (
      <fieldset className="form-group" key={path}>
        <legend>{title}</legend>
        {inner}
      </fieldset>
    )
  })
}
