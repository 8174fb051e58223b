// The sweep that deletes unused files.

import type { Id } from '../kernel/ids.ts'
import { sweep } from '../kernel/sweep.ts'
import { deleteExpiredFile } from './store.ts'

const BATCH_MAX = 200

export const forgetFiles = sweep({
  name: 'files.forget',
  summary: 'Deletes a file that no request has referred to within two hours (C 4.4).',
  table: 'uploaded_files',
  key: { profileId: 'profile_id', id: 'id' },
  dueAt: 't.expires_at',
  where: 't.expires_at is not null',
  batchMax: BATCH_MAX,
  act: (tx, { profileId, id }, now) => deleteExpiredFile(tx, profileId as Id<'profile'>, id, now),
})
