// The sweep that deletes unused files.

import type { Id } from '../kernel/ids.ts'
import { ROWS_PER_RUN_MAX, sweep } from '../kernel/sweep.ts'
import { HOUR } from '../kernel/timer.ts'
import { deleteExpiredFile } from './store.ts'
import { unusedFileTime } from './timers.ts'

export const deleteUnusedFiles = sweep({
  name: 'files.delete-unused',
  summary: `Deletes a file that no request has referred to within ${unusedFileTime.seconds / HOUR} hours (C 4.4).`,
  table: 'uploaded_files',
  key: { profileId: 'profile_id', id: 'id' },
  dueAt: 't.expires_at',
  where: 't.expires_at is not null',
  batchMax: ROWS_PER_RUN_MAX,
  act: (tx, { profileId, id }, now) => deleteExpiredFile(tx, profileId as Id<'profile'>, id, now),
})
