import { useState } from 'react'
import { ProtectedForm } from '../../challenge/ProtectedForm.tsx'
import { Field } from '../../components/Field.tsx'
import { errorAt } from '../../field-errors.ts'
import { useWorkspace } from '../../workspace.ts'

/** Enrols and deletes the face map of the user. */
export function FaceMapForms() {
  const { godwit, user } = useWorkspace()
  const [faceMap, setFaceMap] = useState('')
  const [result, setResult] = useState('')
  return (
    <>
      <ProtectedForm
        call={(headers) => godwit.security.enrolFaceMap({ headers, body: { faceMap } })}
        label="Enrol the face"
        onDone={() => setResult('The face is enrolled.')}
      >
        {(error) => (
          <Field
            autoComplete="off"
            description="Text in Base64. In a sandbox any such text stands for a face, and the same text is the same face."
            error={errorAt(error, 'faceMap')}
            label="Face map"
            onChange={setFaceMap}
            value={faceMap}
          />
        )}
      </ProtectedForm>
      <ProtectedForm
        call={(headers) => godwit.security.deleteFaceMap({ headers, path: { userId: user.id } })}
        consequence="The user can no longer prove who they are with this face until it is enrolled again."
        label="Delete the face"
        onDone={() => setResult('The face is deleted.')}
      />
      <p role="status">{result}</p>
    </>
  )
}
