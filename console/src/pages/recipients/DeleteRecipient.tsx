import { ConfirmedButton } from '../../components/ConfirmedButton.tsx'
import { useWorkspace } from '../../workspace.ts'

type Props = { readonly id: number; readonly name: string }

/** A button that deactivates a recipient after a confirmation. */
export function DeleteRecipient({ id, name }: Props) {
  const { godwit } = useWorkspace()
  return (
    <div className="row">
      <ConfirmedButton
        call={() => godwit.recipients.deactivateRecipient({ path: { accountId: id } })}
        label="Delete recipient"
        name="Delete recipient"
      >
        <span className="long-text">
          {name} can then no longer be paid. Transfers that exist are not changed.
        </span>
      </ConfirmedButton>
    </div>
  )
}
