// Opens and closes the update window. While the window of a verified profile is closed, `checkChangeable` refuses changes.

import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { type UpdateWindow, updateWindowStates } from './states.ts'
import { setUpdateWindow } from './store.ts'

/** Opens or closes the update window from either state (B 3). Returns the new state. */
export async function moveUpdateWindow(
  tx: Tx,
  profileId: Id<'profile'>,
  move: keyof typeof updateWindowStates.moves,
): Promise<UpdateWindow> {
  const { from, to } = updateWindowStates.moves[move]
  const moved = await setUpdateWindow(tx, profileId, from, to)
  if (moved === undefined) throw new Error(`the update window of ${profileId} did not ${move}`)
  return moved
}
