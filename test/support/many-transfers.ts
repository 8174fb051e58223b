// A profile with thousands of transfers, and the number of database pages that a list reads.

import type { Reader, Statement } from '../../src/kernel/database/db.ts'
import type { Person } from './people.ts'
import type { TestService } from './service.ts'

/** Moves the times of two transfers out of order: one far into the future, one far into the past. */
const OUT_OF_ORDER = `case n when 40 then interval '300 hours' when 110 then -interval '300 hours'
  else interval '0' end`

/**
 * Inserts copies of a transfer with varying statuses and currencies. Each is an hour later than the previous one, except for
 * the two of OUT_OF_ORDER: without them a list sorted by id would equal a list sorted by time.
 */
export async function copiesTransfer(
  service: TestService,
  person: Person,
  id: number,
  count: number,
): Promise<void> {
  await service.db.pool.query(
    `insert into transfers (profile_id, user_id, business, quote_id, target_account, status,
       pay_in, pay_out, source_currency, source_amount, fee, target_currency, target_amount, rate,
       details, customer_transaction_id, request_hash, payin_session_id, event_count, created_at,
       by_email)
     select profile_id, user_id, business, gen_random_uuid(), target_account,
            (array['processing', 'cancelled', 'funds_converted', 'bounced_back'])[1 + n * 7 % 4],
            pay_in, pay_out, (array['GBP', 'USD', 'EUR'])[1 + n * 5 % 3], source_amount, fee,
            (array['EUR', 'PLN'])[1 + n * 3 % 2], target_amount, rate, details, n::text,
            request_hash, payin_session_id, event_count,
            created_at + n * interval '1 hour' + ${OUT_OF_ORDER}, by_email
       from transfers, generate_series(1, $2) n where profile_id = $1 and id = $3`,
    [person.personal, count, id],
  )
}

/** The most database pages that a list served by indexes reads: a few of each index. */
export const LIST_PAGES_MAX = 30

/** The number of database pages that the statements of `work` read. `work` gets no rows. */
export async function pagesRead(
  service: TestService,
  work: (db: Reader) => Promise<unknown>,
): Promise<number> {
  let read = 0
  const rows = async <R>({ text }: Statement<R>, values: readonly unknown[] = []) => {
    const explainSql = `explain (analyze, buffers, format json) ${text}`
    const { rows: plans } = await service.db.pool.query(explainSql, [...values])
    const plan = plans[0]['QUERY PLAN'][0].Plan
    // Pages from the cache of PostgreSQL, and pages from the operating system.
    read += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    return [] as R[]
  }
  await work({ instance: new Map(), rows, row: async (...query) => (await rows(...query))[0] })
  return read
}
