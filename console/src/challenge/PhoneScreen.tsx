import { Loaded } from '../components/Loaded.tsx'
import { usePhoneNumbers } from './use-phone-numbers.ts'
import './challenge.css'

/** The code of every text message of a sandbox (`SANDBOX_CODE` of the service). */
const SANDBOX_CODE = '111111'

/** The simulated phone of the user: a sandbox sends no text message. */
export function PhoneScreen() {
  const numbers = usePhoneNumbers()
  return (
    <aside aria-label="Virtual phone" className="phone">
      <p className="muted">Virtual phone</p>
      <Loaded label="Loading phone numbers" query={numbers}>
        {(phoneNumbers) => (
          <p>{phoneNumbers.map(({ phoneNumber }) => phoneNumber).join(', ') || 'No number yet'}</p>
        )}
      </Loaded>
      <p>
        Your code is <strong className="phone-code">{SANDBOX_CODE}</strong>
      </p>
      <p className="muted">
        A sandbox sends no text messages. Enter this code when a page asks for a code from one.
      </p>
    </aside>
  )
}
