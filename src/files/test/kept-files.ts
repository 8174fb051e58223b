// Files of test users, kept without a request.

import { randomUUID } from 'node:crypto'
import { samples } from '../../../test/support/multipart.ts'
import type { Person } from '../../../test/support/people.ts'
import type { TestService } from '../../../test/support/service.ts'
import { type FileRow, keepFiles } from '../index.ts'

/** Keeps one PNG, as evidence that a dispute has to refer to. */
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
