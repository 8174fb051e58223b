import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { Status } from '../../../components/Status.tsx'
import { TextAreaField } from '../../../components/TextAreaField.tsx'
import { useWorkspace } from '../../../workspace.ts'
import { differenceFromSent } from './differences.ts'
import { verifySignature } from './verify-signature.ts'
import '../webhooks.css'

type Props = {
  /** The body of the delivery that the page shows, as it was sent; absent on a page without a delivery. */
  readonly sentBody?: string
}

/** Checks a signature or a digest in the browser, with the public keys of the service. */
export function VerifyForm({ sentBody }: Props) {
  const { godwit } = useWorkspace()
  const [signature, setSignature] = useState('')
  const [body, setBody] = useState(sentBody ?? '')
  const check = useMutation({
    mutationFn: async () => {
      const [rsa, ed25519] = await Promise.all([
        godwit.webhooks.getWebhookPublicKey({ query: { algorithm: 'rsa' } }),
        godwit.webhooks.getWebhookPublicKey({ query: { algorithm: 'ed25519' } }),
      ])
      return {
        ...(await verifySignature({ signature, body, keys: { rsa, ed25519 } })),
        difference: sentBody === undefined ? undefined : differenceFromSent(sentBody, body),
      }
    },
  })
  const change = (set: (text: string) => void) => (text: string) => {
    check.reset()
    set(text)
  }
  return (
    <form
      className="webhooks-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!check.isPending) check.mutate()
      }}
    >
      <p className="muted">
        Paste a signature or a digest, in base64 or hexadecimal, and the body exactly as you
        received it. For <code>webhook-signature</code>, the body is the text{' '}
        <code>webhook-id.webhook-timestamp.body</code>.
      </p>
      <TextAreaField
        isRequired
        label="Signature"
        onChange={change(setSignature)}
        rows={3}
        value={signature}
      />
      <TextAreaField label="Body" onChange={change(setBody)} rows={5} value={body} />
      <div>
        <Button isPending={check.isPending} type="submit">
          Verify
        </Button>
      </div>
      {check.error && <ErrorNotice error={check.error} />}
      <div className="webhooks-verdict" role="status">
        {check.data && (
          <>
            <p>
              <Status tone={check.data.isValid ? 'good' : 'bad'}>
                {check.data.isValid ? 'valid' : 'not valid'}
              </Status>{' '}
              {check.data.message}
            </p>
            {check.data.detail && <p className="muted">{check.data.detail}</p>}
            {check.data.difference && <p className="muted">{check.data.difference}</p>}
          </>
        )}
      </div>
    </form>
  )
}
