// Estimates when the recipient of a transfer has the money (D15). The estimate counts from the payment of the transfer, or
// from now while the transfer is not paid.

import type { Static } from 'typebox'
import { deliveryText, estimateDelivery } from '../../corridors/index.ts'
import type { Reader } from '../../kernel/database/db.ts'
import { refuse } from '../../kernel/refusal.ts'
import { TimeZoneUnknown } from '../errors.ts'
import { listPayments } from '../payments/store.ts'
import type { TransferRow } from '../row.ts'
import type { DeliveryEstimate } from './schemas.ts'

/** The estimate in a time zone. Refuses a `zone` that is not an IANA name. */
export async function estimateDeliveryOf(
  db: Reader,
  transfer: TransferRow,
  now: Temporal.Instant,
  zone = 'UTC',
): Promise<Static<typeof DeliveryEstimate>> {
  const [payment] = await listPayments(db, transfer)
  const at = estimateDelivery({
    source: transfer.sourceCurrency,
    target: transfer.targetCurrency,
    payIn: payment?.method ?? transfer.payIn,
    payOut: transfer.payOut,
    at: payment?.createdAt ?? now,
  })
  return {
    estimatedDeliveryDate: timeIn(zone, at),
    formattedEstimatedDeliveryDate: deliveryText(at, now, zone),
  }
}

// Temporal also accepts an offset, and takes the zone from a date or a time such as `T10:00+02:00`. An offset or a date begins
// with a sign or a digit, a time with a digit or with T and a digit. No IANA name does.
const ZONE_NAME = /^(?!t\d)[a-z]/i

/** The time in the zone; its offset has no colon (Facts 7). */
function timeIn(zone: string, at: Temporal.Instant): string {
  if (!ZONE_NAME.test(zone)) refuse(TimeZoneUnknown, { arguments: [zone] })
  try {
    const text = at.toZonedDateTimeISO(zone).toString({
      smallestUnit: 'millisecond',
      timeZoneName: 'never',
    })
    return text.replace(/:(\d\d)$/, '$1')
  } catch {
    return refuse(TimeZoneUnknown, { arguments: [zone] })
  }
}
