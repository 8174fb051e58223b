import type { PhoneNumber } from '@godwit/sdk'
import { useState } from 'react'
import { ProtectedForm } from '../../challenge/ProtectedForm.tsx'
import { Field } from '../../components/Field.tsx'
import { Status } from '../../components/Status.tsx'
import { errorAt } from '../../field-errors.ts'
import { useWorkspace } from '../../workspace.ts'

/** One phone number: verify it with the code on the virtual phone, or delete it. */
export function PhoneNumberRow({ id, phoneNumber, verified }: PhoneNumber) {
  const { godwit } = useWorkspace()
  const [otpCode, setOtpCode] = useState('')
  const path = { phoneNumberId: id }
  return (
    <section aria-label={phoneNumber} className="stack">
      <p className="row">
        <strong>{phoneNumber}</strong>
        <Status tone={verified ? 'good' : 'caution'}>
          {verified ? 'verified' : 'not verified'}
        </Status>
      </p>
      {!verified && (
        <ProtectedForm
          call={(headers) =>
            godwit.security.verifyPhoneNumber({ headers, path, body: { otpCode } })
          }
          label="Verify the number"
        >
          {(error) => (
            <Field
              autoComplete="off"
              error={errorAt(error, 'otpCode')}
              inputMode="numeric"
              label="Code of the text message"
              onChange={setOtpCode}
              value={otpCode}
            />
          )}
        </ProtectedForm>
      )}
      <ProtectedForm
        call={(headers) => godwit.security.deletePhoneNumber({ headers, path })}
        consequence="The user can no longer get codes at this number until it is added and verified again."
        label={`Delete ${phoneNumber}`}
      />
    </section>
  )
}
