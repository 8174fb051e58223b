import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'

type Props = {
  readonly isOpen: boolean
  readonly isPending: boolean
  readonly onBlock: () => void
  readonly onClose: () => void
}

export function BlockDialog({ isOpen, isPending, onBlock, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onClose} title="Block the card">
      <div className="stack">
        <p>A blocked card can never be used again. To stop payments for a while, freeze it.</p>
        <div className="row">
          <Button isPending={isPending} kind="danger" onPress={onBlock}>
            Block the card
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  )
}
