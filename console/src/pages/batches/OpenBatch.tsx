import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'

/** Opens a batch group by its id. The API has no list of batch groups. */
export function OpenBatch() {
  const navigate = useNavigate()
  const [id, setId] = useState('')
  return (
    <form
      className="batches-open"
      onSubmit={(event) => {
        event.preventDefault()
        void navigate({ to: `/batches/${encodeURIComponent(id.trim())}` })
      }}
    >
      <Field isRequired label="Batch group id" onChange={setId} value={id} />
      <Button type="submit">Open</Button>
    </form>
  )
}
