import { Loaded } from '../components/Loaded.tsx'
import { usePhoneNumbers } from './use-phone-numbers.ts'
import './challenge.css'

/** The service documents that the code of every text message of a sandbox is this one. */
const SANDBOX_CODE = '111111'

/** The phone of the user, as far as the sandbox simulates it: no text message is sent. */
export function PhoneScreen() {
  const numbers = usePhoneNumbers()
  return (
    <aside aria-label="Virtual phone" className="phone">
      <p className="muted">Virtual phone</p>
      <Loaded label="Loading phone numbers" query={numbers}>
        {(list) => (
          <p>{list.map(({ phoneNumber }) => phoneNumber).join(', ') || 'No number yet'}</p>
        )}
      </Loaded>
      <p>
        Your code is <strong className="phone-code">{SANDBOX_CODE}</strong>
      </p>
      <p className="muted">In a sandbox no text message is sent, and every code is this one.</p>
    </aside>
  )
}
