// Checks the effect that both endpoints for verifying a user have.

import { expect } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import type { Reply, TestService } from '../../../test/support/service.ts'
import { createsTransfer, ok, readsTransfer } from '../../../test/support/transfers.ts'

/** Expects that `verify` releases a waiting transfer, and that a repeat records no second event for either profile. */
export async function expectVerification(
  service: TestService,
  verify: (ann: Person) => Promise<Reply>,
): Promise<void> {
  const ann = await service.createUser({ verified: false })
  const { id } = await createsTransfer(ann)
  expect((await readsTransfer(ann, id)).hasActiveIssues).toBe(true)
  const reply = await verify(ann)
  expect([reply.status, reply.text]).toEqual([200, ''])
  expect((await readsTransfer(ann, id)).hasActiveIssues).toBe(false)
  await ok(verify(ann))
  const { rows } = await service.db.pool.query(
    `select subject, payload->>'current_state' as state from events
      where name = 'profiles#verification-state-change' order by profile_id`,
  )
  expect(rows).toEqual(
    [ann.personal, ann.business].map((profile) => ({
      subject: `profile:${profile}`,
      state: 'verified',
    })),
  )
}
