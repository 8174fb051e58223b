import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Approval, type ApprovalHeaders } from '../components/Approval.tsx'
import { Button } from '../components/Button.tsx'
import { ConfirmDialog } from '../components/ConfirmDialog.tsx'
import { Panel } from '../components/Panel.tsx'
import type { Action, NextMove } from './moves.ts'

type Props = {
  readonly moves: readonly NextMove[]
  readonly showState: (state: string) => ReactNode
  /** A sentence that states what the resource waits for. */
  readonly lead?: ReactNode
}

type Attempt = { readonly action: Action; readonly headers?: ApprovalHeaders }

/** The moves that are possible now. The buttons act as the owner of the resource, or simulate another party, such as a bank. */
export function MovesPanel({ moves, showState, lead }: Props) {
  const [actionToConfirm, setActionToConfirm] = useState<Action>()
  const act = useMutation({
    mutationFn: ({ action, headers = {} }: Attempt) => action.run(headers),
    onSettled: () => setActionToConfirm(undefined),
  })
  const { variables } = act
  const press = (action: Action) =>
    action.warning ? setActionToConfirm(action) : act.mutate({ action })
  return (
    <Panel title="Next moves">
      {lead && <p>{lead}</p>}
      {moves.length === 0 && <p className="muted">None: this state is final.</p>}
      <Approval
        error={act.error}
        onApproved={(headers) => variables && act.mutate({ ...variables, headers })}
      />
      <ul className="plain-list">
        {moves.map(({ move, to, because, actions, explanation }) => (
          <li className="small-stack" key={move}>
            <p>
              <code>{move}</code> to {showState(to)}
            </p>
            <p className="muted">
              The move records that {because}. {explanation}
            </p>
            {actions.length > 0 && (
              <p className="row">
                {actions.map((action) => (
                  <Button
                    isPending={act.isPending}
                    key={action.name}
                    onPress={() => press(action)}
                    {...(action.isPrimary && { kind: 'primary' })}
                    {...(action.warning && { kind: 'danger' })}
                  >
                    {action.name}
                  </Button>
                ))}
              </p>
            )}
          </li>
        ))}
      </ul>
      {actionToConfirm && (
        <ConfirmDialog
          isPending={act.isPending}
          label={actionToConfirm.name}
          onClose={() => setActionToConfirm(undefined)}
          onConfirm={() => act.mutate({ action: actionToConfirm })}
        >
          {actionToConfirm.warning}
        </ConfirmDialog>
      )}
    </Panel>
  )
}
