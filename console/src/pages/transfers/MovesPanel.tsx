import { useMutation } from '@tanstack/react-query'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Panel } from '../../components/Panel.tsx'
import { TransferStatus } from '../../components/TransferStatus.tsx'
import { type Transfer, useWorkspace } from '../../workspace.ts'
import { type Action, nextMoves } from './moves.ts'

/** What can happen to the transfer now. Buttons play the bank's part, or that of the sender. */
export function MovesPanel({ transfer: { id, status } }: { readonly transfer: Transfer }) {
  const { godwit, profile } = useWorkspace()
  const act = useMutation({
    mutationFn: ({ run }: Action) => run(godwit, { transferId: id }, profile.id),
  })
  const moves = nextMoves(status)
  return (
    <Panel title="Next moves">
      {act.error && <ErrorNotice error={act.error} />}
      {moves.length === 0 && <p className="muted">None: this state is final.</p>}
      <ul className="transfer-moves">
        {moves.map(({ move, to, because, actions, explanation }) => (
          <li className="transfer-effects" key={move}>
            <p>
              <code>{move}</code> to <TransferStatus status={to} />
            </p>
            <p className="muted">
              When {because}. {explanation}
            </p>
            {actions.length > 0 && (
              <p className="row">
                {actions.map((action) => (
                  <Button
                    isPending={act.isPending}
                    key={action.operation}
                    onPress={() => act.mutate(action)}
                  >
                    {action.name}
                  </Button>
                ))}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
