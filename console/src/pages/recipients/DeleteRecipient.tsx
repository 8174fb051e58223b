import { ConfirmedButton } from '../../components/ConfirmedButton.tsx'
import { useWorkspace } from '../../workspace.ts'
import './recipients.css'

type Props = { readonly id: number; readonly name: string }

/** Deactivates a recipient, after a confirmation. */
export function DeleteRecipient({ id, name }: Props) {
  const { godwit } = useWorkspace()
  return (
    <div className="row">
      <ConfirmedButton
        call={() => godwit.recipients.deactivateRecipient({ path: { accountId: id } })}
        label="Delete recipient"
        name="Delete recipient"
      >
        <span className="recipient-text">
          {name} can then no longer be paid. Transfers that exist are not changed.
        </span>
      </ConfirmedButton>
    </div>
  )
}
