import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Time } from '../../components/Time.tsx'
import { useWorkspace } from '../../workspace.ts'
import { DueWorkTable } from './DueWorkTable.tsx'

type Props = {
  /** The time to which the clock moves; undefined while none is chosen. */
  readonly to: string | undefined
  readonly onClose: () => void
}

/** Shows the work that becomes due until `to`, and moves the clock there. */
export function ConfirmMove({ to, onClose }: Props) {
  const { godwit } = useWorkspace()
  const preview = useQuery({
    queryKey: ['due-work-until', to],
    queryFn: () => godwit.simulation.previewSandboxClock({ query: { to: to ?? '' } }),
    enabled: to !== undefined,
    // A dialog that is opened again for the same time must not begin with the former preview.
    gcTime: 0,
  })
  const move = useMutation({
    mutationFn: () => godwit.simulation.advanceSandboxClock({ body: { to: to ?? '' } }),
    onSuccess: onClose,
  })
  const close = () => {
    move.reset()
    onClose()
  }
  // The dialog stays mounted while it is closed: otherwise the focus is lost when it closes.
  return (
    <Dialog isOpen={to !== undefined} onOpenChange={close} title="Move the clock">
      {to !== undefined && (
        <Loaded label="Loading the work until then" query={preview}>
          {({ work }) => (
            <>
              <p>
                The clock moves to <Time at={to} />. It never goes back.
              </p>
              <DueWorkTable
                empty={<p className="muted">No work becomes due until then.</p>}
                work={work}
              />
              {move.error && <ErrorNotice error={move.error} />}
              <Button isPending={move.isPending} kind="primary" onPress={() => move.mutate()}>
                Move the clock
              </Button>
            </>
          )}
        </Loaded>
      )}
    </Dialog>
  )
}
