import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Status } from '../../components/Status.tsx'
import { TextAreaField } from '../../components/TextAreaField.tsx'
import { useWorkspace } from '../../workspace.ts'
import { differenceFromSent } from './differences.ts'
import { verifySignature } from './verify-signature.ts'
import './webhooks.css'

/** `sent` is the body of a delivery as it was sent, where one is shown. */
export function VerifyForm({ sent }: { readonly sent?: string }) {
  const { godwit } = useWorkspace()
  const [signature, setSignature] = useState('')
  const [body, setBody] = useState(sent ?? '')
  const check = useMutation({
    mutationFn: async () => {
      const [rsa, ed25519] = await Promise.all([
        godwit.webhooks.getWebhookPublicKey({ query: { algorithm: 'rsa' } }),
        godwit.webhooks.getWebhookPublicKey({ query: { algorithm: 'ed25519' } }),
      ])
      return {
        ...(await verifySignature({ signature, body, keys: { rsa, ed25519 } })),
        difference: sent === undefined ? undefined : differenceFromSent(sent, body),
      }
    },
  })
  const change = (set: (text: string) => void) => (text: string) => {
    check.reset()
    set(text)
  }
  return (
    <form
      className="webhooks-verify"
      onSubmit={(submitted) => {
        submitted.preventDefault()
        if (!check.isPending) check.mutate()
      }}
    >
      <p className="muted">
        A signature or a digest, in base64 or hexadecimal, and the body exactly as received. For{' '}
        <code>webhook-signature</code> the body is the text id.timestamp.body.
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
              <Status tone={check.data.isRight ? 'good' : 'bad'}>
                {check.data.isRight ? 'right' : 'wrong'}
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
