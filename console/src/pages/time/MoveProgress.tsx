import { Time } from '../../components/Time.tsx'
import type { Progress } from './move-clock.ts'

type Props = {
  readonly isMoving: boolean
  /** Undefined before the end of the first step of the move. */
  readonly progress: Progress | undefined
}

/** The progress of a move of the clock, then its result. Empty before the first move. */
export function MoveProgress({ isMoving, progress }: Props) {
  if (progress === undefined)
    return (
      isMoving && 'Moving the clock. Each receiver of a webhook that does not reply takes a second.'
    )
  return (
    <>
      {isMoving ? 'Moving: the clock has reached' : 'Moved to'} <Time at={progress.now} />.{' '}
      {progress.ran} due {progress.ran === 1 ? 'item' : 'items'} processed.
    </>
  )
}
