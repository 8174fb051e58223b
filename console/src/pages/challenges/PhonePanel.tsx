import { useState } from 'react'
import { PhoneScreen } from '../../challenge/PhoneScreen.tsx'
import { ProtectedForm } from '../../challenge/ProtectedForm.tsx'
import { usePhoneNumbers } from '../../challenge/use-phone-numbers.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Field } from '../../components/Field.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { errorAt } from '../../field-errors.ts'
import { useWorkspace } from '../../workspace.ts'
import { PhoneNumberRow } from './PhoneNumberRow.tsx'

/** The phone numbers of the user, and the phone that receives their codes. */
export function PhonePanel() {
  const { godwit } = useWorkspace()
  const [phoneNumber, setPhoneNumber] = useState('')
  const numbers = usePhoneNumbers()
  return (
    <Panel title="Phone">
      <div className="columns">
        <div className="stack">
          <Loaded label="Loading phone numbers" query={numbers}>
            {(list) =>
              list.length === 0 ? (
                <EmptyState title="No phone number">
                  Add a phone number below. Codes sent to a verified number clear challenges.
                </EmptyState>
              ) : (
                list.map((each) => <PhoneNumberRow key={each.id} {...each} />)
              )
            }
          </Loaded>
          <ProtectedForm
            call={(headers) =>
              godwit.security.createPhoneNumber({ headers, body: { phoneNumber } })
            }
            label="Add the number"
            onDone={() => setPhoneNumber('')}
          >
            {(error) => (
              <Field
                autoComplete="off"
                description="With the code of the country, such as +447700900123"
                error={errorAt(error, 'phoneNumber')}
                label="New phone number"
                onChange={setPhoneNumber}
                type="tel"
                value={phoneNumber}
              />
            )}
          </ProtectedForm>
        </div>
        <PhoneScreen />
      </div>
    </Panel>
  )
}
