import { useState } from 'react'
import { ProtectedForm } from '../../challenge/ProtectedForm.tsx'
import { Field } from '../../components/Field.tsx'
import { errorAt } from '../../field-errors.ts'
import { useWorkspace } from '../../workspace.ts'

/** Sets up and deletes the PIN of the user. */
export function PinForms() {
  const { godwit, user } = useWorkspace()
  const [pin, setPin] = useState('')
  const [result, setResult] = useState('')
  return (
    <>
      <ProtectedForm
        call={(headers) => godwit.security.createPin({ headers, body: { pin } })}
        label="Set up the PIN"
        onDone={() => {
          setPin('')
          setResult('The PIN is set up.')
        }}
      >
        {(error) => (
          <Field
            autoComplete="off"
            description="Four digits"
            error={errorAt(error, 'pin')}
            inputMode="numeric"
            label="New PIN"
            onChange={setPin}
            type="password"
            value={pin}
          />
        )}
      </ProtectedForm>
      <ProtectedForm
        call={(headers) => godwit.security.deletePin({ headers, path: { userId: user.id } })}
        consequence="The user can no longer prove who they are with this PIN until another is set up."
        label="Delete the PIN"
        onDone={() => setResult('The PIN is deleted.')}
      />
      <p role="status">{result}</p>
    </>
  )
}
