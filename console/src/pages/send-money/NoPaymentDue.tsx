import { Button } from '../../components/Button.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'

type Props = { readonly transferId: number; readonly clear: () => void }

/** Shown for a transfer that no longer waits for money, for example because it was paid before the page was loaded again. */
export function NoPaymentDue({ transferId, clear }: Props) {
  return (
    <>
      <p role="status">This transfer no longer waits for a payment.</p>
      <div className="row">
        <LinkButton kind="primary" to={`/transfers/${transferId}`}>
          Open the transfer
        </LinkButton>
        <Button onPress={clear}>Send another</Button>
      </div>
    </>
  )
}
