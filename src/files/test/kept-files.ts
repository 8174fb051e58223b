// Stores a file of a test user, or fills the space for the files of the user, without HTTP requests.

import { randomUUID } from 'node:crypto'
import { samples } from '../../../test/support/multipart.ts'
import type { Person } from '../../../test/support/people.ts'
import type { TestService } from '../../../test/support/service.ts'
import { keepFiles } from '../index.ts'
import { FILES_KEPT_BYTES_MAX } from '../model.ts'
import type { FileRow } from '../store.ts'

/** Stores a PNG for a dispute. The file is not used by a dispute yet. */
export async function keepsFile(
  service: TestService,
  { personal: profileId }: Pick<Person, 'personal'>,
): Promise<FileRow> {
  const file = { formPart: 'receipt', fileName: 'a.png', kind: 'png', bytes: samples.png } as const
  const [row] = await service.db.transact((tx) =>
    keepFiles(tx, {
      profileId,
      purpose: 'dispute',
      files: [{ ...file, sha256: 'ab'.repeat(32) }],
      isUsed: false,
      now: service.now(),
      random: { uuid: randomUUID },
    }),
  )
  if (row === undefined) throw new Error('no file was kept')
  return row
}

/** Sets the total size of the profile's files to the limit. */
export async function fillsFileSpace(
  service: TestService,
  { personal }: Pick<Person, 'personal'>,
): Promise<void> {
  await service.db.pool.query(
    `insert into uploaded_file_totals (profile_id, size_bytes) values ($1, $2)
         on conflict (profile_id) do update set size_bytes = excluded.size_bytes`,
    [personal, FILES_KEPT_BYTES_MAX],
  )
}
