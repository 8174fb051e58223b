import type { Quote } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Amount } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Details } from '../../components/Details.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/Time.tsx'
import { useWorkspace } from '../../workspace.ts'

type Props = { readonly quoteId: string; readonly onContinue: () => void }

/** The terms of the quote for a payment from the balance. */
export function QuotePanel({ quoteId, onContinue }: Props) {
  const { godwit, profile } = useWorkspace()
  const quote = useQuery({
    queryKey: ['quote', quoteId],
    queryFn: () => godwit.quotes.getQuote({ path: { profileId: profile.id, quoteId } }),
  })
  return (
    <Panel title="Quote">
      <Loaded label="Loading the quote" query={quote}>
        {(found) => (
          <>
            {found.notices.map(({ text, type }) => (
              <p key={text}>
                {type.toLowerCase()}: {text}
              </p>
            ))}
            <Details rows={rowsOf(found)} />
            <div className="row">
              <Button kind="primary" onPress={onContinue}>
                Choose the recipient
              </Button>
            </div>
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function rowsOf(quote: Quote) {
  const { rate, sourceCurrency, targetCurrency, rateExpirationTime, paymentOptions } = quote
  const option = paymentOptions.find(({ payIn }) => payIn === 'BALANCE')
  return [
    ['Quote', <code key="id">{quote.id}</code>],
    ['You send', amountIn(sourceCurrency, option?.sourceAmount)],
    ['Fee', amountIn(sourceCurrency, option?.fee.total)],
    ['Rate', `1 ${sourceCurrency} = ${rate} ${targetCurrency}`],
    ['Recipient gets', amountIn(targetCurrency, option?.targetAmount)],
    ['Arrives', option?.estimatedDelivery && <Time at={option.estimatedDelivery} />],
    ['Rate is held until', <Time at={rateExpirationTime} key="until" />],
    ['Cannot be paid from a balance', option?.disabled ? option.disabledReason?.message : null],
  ] as const
}

/** Nothing for an amount that the quote does not contain. */
const amountIn = (currency: string, value: number | undefined) =>
  value !== undefined && <Amount currency={currency} value={value} />
