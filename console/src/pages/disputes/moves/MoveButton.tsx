import type { Dispute } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../../components/Button.tsx'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { useWorkspace } from '../../../workspace.ts'
import type { LabelledMove } from './moves.ts'
import { simulateMove } from './simulate-move.ts'

type Props = { readonly dispute: Dispute; readonly next: LabelledMove }

/** A button that simulates a move of the review. */
export function MoveButton({ dispute, next: { to, because, label } }: Props) {
  const { godwit } = useWorkspace()
  const move = useMutation({ mutationFn: () => simulateMove(godwit, dispute, to) })
  return (
    <div className="disputes-move">
      <Button isPending={move.isPending} onPress={() => move.mutate()}>
        {label}
      </Button>
      <p className="muted">This simulates that {because}.</p>
      {move.error && <ErrorNotice error={move.error} />}
    </div>
  )
}
