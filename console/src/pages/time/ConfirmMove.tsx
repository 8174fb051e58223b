import type { UseMutationResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Time } from '../../components/Time.tsx'
import { useWorkspace } from '../../workspace.ts'
import { DueWorkTable } from './DueWorkTable.tsx'
import { MoveProgress } from './MoveProgress.tsx'
import type { Progress } from './move-clock.ts'

type Props = {
  /** The time to which the clock moves; undefined while no time is chosen. */
  readonly to: string | undefined
  /** The move that was started since the dialog was opened. */
  readonly move: UseMutationResult<Progress, Error, string>
  /** The progress of the move; undefined before the end of its first step. */
  readonly progress: Progress | undefined
  readonly onClose: () => void
}

/** Shows the work that becomes due until `to`, and moves the clock there. */
export function ConfirmMove({ to, move, progress, onClose }: Props) {
  const { godwit } = useWorkspace()
  const preview = useQuery({
    queryKey: ['due-work-until', to],
    queryFn: () => godwit.simulation.previewSandboxClock({ query: { to: to ?? '' } }),
    // Once the move has begun, the clock may have passed `to`, and the preview would be refused.
    enabled: to !== undefined && move.isIdle,
    // A dialog that is opened again for the same time must not begin with the former preview.
    gcTime: 0,
  })
  // The dialog stays mounted while it is closed: otherwise the focus is lost when it closes.
  return (
    <Dialog isOpen={to !== undefined} onOpenChange={onClose} title="Move the clock">
      {to !== undefined && (
        <Loaded label="Loading the timers until then" query={preview}>
          {({ work }) => (
            <>
              <p>
                The clock moves to <Time at={to} />. It never goes back.
              </p>
              <DueWorkTable
                empty={<p className="muted">No timer is due until then.</p>}
                work={work}
              />
              {work.length > 0 && (
                <p className="muted">
                  Work that follows from this work, such as sending its webhooks, is done and
                  counted too.
                </p>
              )}
              <p aria-live="polite">
                <MoveProgress isMoving={move.isPending} progress={progress} />
              </p>
              {move.error && <ErrorNotice error={move.error} />}
              <Button isPending={move.isPending} kind="primary" onPress={() => move.mutate(to)}>
                Move the clock
              </Button>
            </>
          )}
        </Loaded>
      )}
    </Dialog>
  )
}
