// Many transfers of one profile, changed by one statement, however many they are. Whoever changes them
// has locked them in the order of their ids.

import { decimalText } from '../kernel/decimal.ts'
import { type Part, part } from '../kernel/part.ts'
import type { TransferRow } from './store.ts'

const changed = part({
  name: 'transfers_changed',
  text: `transfers_changed as (
    update transfers t
       set status = c.status, announced = c.announced, cases = string_to_array(c.cases, ','),
           pay_in = c.pay_in, source_amount = c.source_amount, fee = c.fee,
           partner_fee = c.partner_fee, target_amount = c.target_amount, rate = c.rate,
           paid_balance_id = c.paid_balance_id, advances_at = c.advances_at,
           changed_at = $16,
           lapses_at = case when c.status = 'incoming_payment_waiting' then t.lapses_at end
      from unnest($2::bigint[], $3::text[], $4::int[], $5::text[], $6::int[], $7::text[],
                  $8::text[], $9::numeric[], $10::numeric[], $11::numeric[], $12::numeric[],
                  $13::numeric[], $14::bigint[], $15::timestamptz[])
        as c (id, status_before, announced_before, status, announced, cases, pay_in,
              source_amount, fee, partner_fee, target_amount, rate, paid_balance_id, advances_at)
     where t.profile_id = $1 and t.id = c.id
       and t.status = c.status_before and t.announced = c.announced_before
    returning t.id)`,
  guard: { rows: 'cardinality($2::bigint[])', lost: 'run again' },
})

type Changed = { readonly before: TransferRow; readonly after: TransferRow }

/** The part that makes each transfer, which is still as `before` was read, what `after` says. */
export function updateTransfers(changes: readonly Changed[], now: Temporal.Instant): Part {
  const befores = changes.map(({ before }) => before)
  const afters = changes.map(({ after }) => after)
  return changed([
    befores[0]?.profileId ?? null,
    befores.map(({ id }) => id),
    befores.map(({ status }) => status),
    befores.map(({ announced }) => announced),
    afters.map(({ status }) => status),
    afters.map(({ announced }) => announced),
    afters.map(({ cases }) => cases.join(',')),
    afters.map(({ payIn }) => payIn),
    afters.map(({ sourceMinor }) => sourceMinor.toString()),
    afters.map(({ feeMinor }) => feeMinor.toString()),
    afters.map(({ partnerFeeMinor }) => partnerFeeMinor.toString()),
    afters.map(({ targetMinor }) => targetMinor.toString()),
    afters.map(({ rate }) => decimalText(rate)),
    afters.map(({ paidBalanceId }) => paidBalanceId),
    afters.map(({ advancesAt }) => advancesAt?.toString() ?? null),
    now.toString(),
  ])
}
