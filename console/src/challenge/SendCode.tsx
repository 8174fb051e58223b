import { useMutation } from '@tanstack/react-query'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { useWorkspace } from '../workspace.ts'

/** Sends the text message whose code clears a challenge of the token. */
export function SendCode({ token }: { readonly token: string }) {
  const { godwit } = useWorkspace()
  const send = useMutation({
    mutationFn: () => godwit.security.sendSmsCode({ headers: { 'One-Time-Token': token } }),
  })
  return (
    <div className="row">
      <Button isPending={send.isPending} onPress={() => send.mutate()}>
        Send the code
      </Button>
      {send.data && <span role="status">Sent to {send.data.obfuscatedPhoneNo}</span>}
      {send.error && <ErrorNotice error={send.error} />}
    </div>
  )
}
