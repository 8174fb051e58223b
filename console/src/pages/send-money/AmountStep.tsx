import { useMutation } from '@tanstack/react-query'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Field } from '../../components/Field.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { messageAt } from '../../field-errors.ts'
import { currencyOption } from '../../money/currency-option.ts'
import { targetFor } from '../../money/target-for.ts'
import { useBalances } from '../../money/use-balances.ts'
import { useCurrencyPairs } from '../../money/use-currency-pairs.ts'
import { noInput } from '../../recipients/NewRecipientForm.tsx'
import { useWorkspace } from '../../workspace.ts'
import type { Draft } from './draft.ts'
import { QuotePanel } from './QuotePanel.tsx'
import { sourceOptions } from './source-options.ts'
import type { StepProps } from './step-props.ts'
import '../../forms/forms.css'

const amountChoices = [
  { value: 'source', label: 'what you pay, with the fee' },
  { value: 'target', label: 'what the recipient gets' },
]

/** The form for the currencies and the amount, and the quote for the entered values. A change discards the quote. */
export function AmountStep({ draft, update, goTo }: StepProps) {
  const { godwit, profile } = useWorkspace()
  const pairs = useCurrencyPairs()
  const balances = useBalances('STANDARD')
  const amountField = `${draft.amountOf}Amount`
  const quote = useMutation({
    mutationFn: () =>
      godwit.quotes.createQuote({
        path: { profileId: profile.id },
        body: {
          sourceCurrency: draft.sourceCurrency,
          targetCurrency: draft.targetCurrency,
          [amountField]: draft.amount.trim(),
          preferredPayIn: 'BALANCE',
        },
      }),
  })
  const change = (values: Partial<Draft>) => {
    quote.reset()
    update({ ...values, quoteId: undefined })
  }
  /** A recipient has one currency, so another target currency discards the recipient. */
  const changeTarget = (targetCurrency: string, values: Partial<Draft> = {}) => {
    const isSame = targetCurrency === draft.targetCurrency
    const noRecipient = { recipientId: undefined, newRecipient: noInput }
    change({ ...values, targetCurrency, ...(!isSame && noRecipient) })
  }
  return (
    <div className="columns">
      <Panel title="What to send">
        <Loaded label="Loading currencies" query={pairs}>
          {({ sourceCurrencies }) => {
            const from = sourceCurrencies.find(
              ({ currencyCode }) => currencyCode === draft.sourceCurrency,
            )
            return (
              <form
                className="form"
                noValidate
                onSubmit={(event) => {
                  event.preventDefault()
                  // `reset` does not stop an `onSuccess` of useMutation, which would then show a quote for earlier values.
                  quote.mutate(undefined, {
                    onSuccess: ({ id }) =>
                      update({ quoteId: id, transferKey: crypto.randomUUID() }),
                  })
                }}
              >
                <SelectField
                  error={messageAt(quote.error, 'sourceCurrency', 'From')}
                  label="From"
                  onChange={(sourceCurrency) =>
                    changeTarget(
                      targetFor(sourceCurrencies, sourceCurrency, draft.targetCurrency),
                      { sourceCurrency },
                    )
                  }
                  options={sourceOptions(sourceCurrencies, balances.data ?? [])}
                  value={draft.sourceCurrency}
                />
                <SelectField
                  error={messageAt(quote.error, 'targetCurrency', 'To')}
                  label="To"
                  onChange={(targetCurrency) => changeTarget(targetCurrency)}
                  options={(from?.targetCurrencies ?? []).map(currencyOption)}
                  value={draft.targetCurrency}
                />
                <SelectField
                  label="The amount is"
                  onChange={(amountOf) => change({ amountOf: amountOf as Draft['amountOf'] })}
                  options={amountChoices}
                  value={draft.amountOf}
                />
                <Field
                  error={messageAt(quote.error, amountField, 'Amount')}
                  inputMode="decimal"
                  label="Amount"
                  onChange={(amount) => change({ amount })}
                  value={draft.amount}
                />
                {quote.error && (
                  <ErrorNotice
                    error={quote.error}
                    fields={['sourceCurrency', 'targetCurrency', amountField]}
                  />
                )}
                <div className="row">
                  <Button
                    isPending={quote.isPending}
                    kind={draft.quoteId ? 'secondary' : 'primary'}
                    type="submit"
                  >
                    {draft.quoteId ? 'Get another quote' : 'Get a quote'}
                  </Button>
                </div>
              </form>
            )
          }}
        </Loaded>
      </Panel>
      {draft.quoteId && <QuotePanel onContinue={() => goTo('recipient')} quoteId={draft.quoteId} />}
    </div>
  )
}
