import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'

/** Opens a transfer by its id, such as an id from a log. */
export function OpenTransfer() {
  const navigate = useNavigate()
  const [id, setId] = useState('')
  const [error, setError] = useState<string>()
  const open = (event: FormEvent) => {
    event.preventDefault()
    const digits = id.trim().replace(/^transfer:/, '')
    if (/^\d+$/.test(digits)) void navigate({ to: `/transfers/${digits}` })
    else setError('Enter the id of a transfer, which is a number.')
  }
  return (
    <form className="transfers-open" noValidate onSubmit={open}>
      <Field
        error={error}
        inputMode="numeric"
        label="Transfer id"
        onChange={(text) => {
          setId(text)
          setError(undefined)
        }}
        value={id}
      />
      <Button type="submit">Open</Button>
    </form>
  )
}
