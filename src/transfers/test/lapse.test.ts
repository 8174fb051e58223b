import { describe, expect, it } from 'vitest'
import { fund, holds, reads, sends, step } from '../../../test/support/sending.ts'
import { house } from '../../../test/support/service.ts'

describe('transfers.lapse', () => {
  const h = house()

  it('cancels after the fifth working day has ended, and not a minute earlier', async () => {
    const ann = await h.user()
    await holds(ann, 'GBP', 500)
    const unpaid = await sends(ann)
    const paid = await sends(ann)
    await fund(ann, paid.id)
    // Created on Monday 5 January 2026: the fifth working day after it is Monday the 12th.
    const end = Temporal.Instant.from('2026-01-13T00:00:00Z')
    await h.advance({ seconds: end.since(h.now()).total('seconds') - 60 })
    expect((await reads(ann, unpaid.id)).status).toBe('incoming_payment_waiting')
    await h.advance({ seconds: 60 })
    expect((await reads(ann, unpaid.id)).status).toBe('cancelled')
    expect((await reads(ann, paid.id)).status).toBe('processing')
  })
})

describe('transfers.advance', () => {
  const h = house({ settings: { autoAdvanceSeconds: 60 } })

  it('moves a paid transfer on by itself, one step for each interval', async () => {
    const ann = await h.user()
    await holds(ann, 'GBP', 500)
    const { id } = await sends(ann)
    await fund(ann, id)
    await h.advance({ seconds: 59 })
    expect((await reads(ann, id)).status).toBe('processing')
    await h.advance({ seconds: 1 })
    expect((await reads(ann, id)).status).toBe('funds_converted')
    await h.advance({ seconds: 60 })
    expect((await reads(ann, id)).status).toBe('outgoing_payment_sent')
  })

  it('goes on after an issue that held it up is resolved', async () => {
    const ann = await h.user({ verified: false })
    const { id } = await sends(ann)
    await step(ann, id, 'processing')
    await h.advance({ seconds: 90 })
    expect((await reads(ann, id)).status).toBe('processing')
    await ann.call('POST /v1/simulation/verify-profile')
    await h.advance({ seconds: 1 })
    expect((await reads(ann, id)).status).toBe('funds_converted')
  })
})
