import { Button } from '../../components/Button.tsx'
import { ConfirmedButton } from '../../components/ConfirmedButton.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Panel } from '../../components/Panel.tsx'
import { useWorkspace } from '../../workspace.ts'

type Props = { readonly transferId: number; readonly clear: () => void }

/** Shown in place of the earlier steps, because a created transfer does not change any more. */
export function UnpaidTransfer({ transferId, clear }: Props) {
  const { godwit } = useWorkspace()
  return (
    <Panel title={`Transfer ${transferId} is created`}>
      <p>
        Amount, recipient and details of a transfer do not change. Pay the transfer, or send another
        one.
      </p>
      <div className="row">
        <LinkButton kind="primary" to="/send-money/pay">
          Continue to the payment
        </LinkButton>
        <ConfirmedButton
          call={() => godwit.transfers.cancelTransfer({ path: { transferId } })}
          label="Cancel the transfer"
          name="Cancel the transfer"
          onDone={clear}
        >
          A cancelled transfer cannot be paid. Create another one to pay the recipient.
        </ConfirmedButton>
        <Button onPress={clear}>Leave this transfer and send another</Button>
      </div>
    </Panel>
  )
}
