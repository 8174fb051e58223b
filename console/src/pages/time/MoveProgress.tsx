import { Time } from '../../components/Time.tsx'
import type { Move } from './move-clock.ts'

type Props = {
  readonly isMoving: boolean
  /** The latest step of the move; undefined before the first. */
  readonly move: Move | undefined
}

/** The progress of a move of the clock, then its result. Empty before the first move. */
export function MoveProgress({ isMoving, move }: Props) {
  if (move === undefined)
    return (
      isMoving && 'Moving the clock. Each receiver of a webhook that does not reply takes a second.'
    )
  return (
    <>
      {isMoving ? 'Moving: the clock has reached' : 'Moved to'} <Time at={move.now} />. {move.ran}{' '}
      due {move.ran === 1 ? 'item' : 'items'} processed.
    </>
  )
}
