// Stores files of test users without HTTP requests.

import { randomUUID } from 'node:crypto'
import { samples } from '../../../test/support/multipart.ts'
import type { Person } from '../../../test/support/people.ts'
import type { TestService } from '../../../test/support/service.ts'
import { type FileRow, keepFiles } from '../index.ts'

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
