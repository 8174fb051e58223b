import { Link } from '@tanstack/react-router'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { VerifyForm } from './VerifyForm.tsx'

/** Shows whether a signature or a digest is valid for a body, and the reason when it is not valid. */
export function VerifyPage() {
  return (
    <div className="stack">
      <p>
        <Link to="/webhooks">All webhooks</Link>
      </p>
      <PageHeader
        description="Paste a signature that your code received, or a digest that it computed. Your browser checks it with the public keys of this service."
        title="Verify a signature"
      />
      <Panel title="Signature and body">
        <VerifyForm />
      </Panel>
    </div>
  )
}
