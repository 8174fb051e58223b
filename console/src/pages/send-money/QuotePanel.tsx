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
  const [sent, received] = [option?.sourceAmount, option?.targetAmount]
  return [
    ['Quote', <code key="id">{quote.id}</code>],
    ['You send', sent === undefined ? null : amount(sent, sourceCurrency)],
    ['Fee', option && amount(option.fee.total, sourceCurrency)],
    ['Rate', `1 ${sourceCurrency} = ${rate} ${targetCurrency}`],
    ['Recipient gets', received === undefined ? null : amount(received, targetCurrency)],
    ['Arrives', option?.estimatedDelivery && <Time at={option.estimatedDelivery} />],
    ['Rate is held until', <Time at={rateExpirationTime} key="until" />],
    ['Cannot be paid from a balance', option?.disabled ? option.disabledReason?.message : null],
  ] as const
}

const amount = (value: number, currency: string) => <Amount currency={currency} value={value} />
