import type { Quote } from '@godwit/sdk'
import { Amount } from '../../components/Amount.tsx'
import { Time } from '../../components/Time.tsx'

/** The terms of a payment from the balance; undefined for a quote without this pay-in method. */
export const balanceOptionOf = ({ paymentOptions }: Quote) =>
  paymentOptions.find(({ payIn }) => payIn === 'BALANCE')

/** The terms of a payment from the balance as rows of `Details`, in the same words in every step. */
export function quoteRows(quote: Quote, arrivesAt = balanceOptionOf(quote)?.estimatedDelivery) {
  const { rate, sourceCurrency, targetCurrency } = quote
  const option = balanceOptionOf(quote)
  return [
    ['You pay', amountIn(sourceCurrency, option?.sourceAmount)],
    ['Fee (included)', amountIn(sourceCurrency, option?.fee.total)],
    ['Rate', `1 ${sourceCurrency} = ${rate} ${targetCurrency}`],
    ['Recipient gets', amountIn(targetCurrency, option?.targetAmount)],
    ['Arrives in live mode, if paid now', arrivesAt && <Arrival at={arrivesAt} />],
  ] as const
}

/** The estimate holds in live mode only: by default no transfer of a sandbox moves by itself (`GODWIT_AUTO_ADVANCE`). */
function Arrival({ at }: { readonly at: string }) {
  return (
    <div className="small-stack">
      <Time at={at} />
      <p className="muted">
        In this sandbox the money arrives when you simulate that on the page of the transfer.
      </p>
    </div>
  )
}

/** False, which `Details` does not show, for an amount that the quote does not contain. */
const amountIn = (currency: string, value: number | undefined) =>
  value !== undefined && <Amount currency={currency} value={value} />
