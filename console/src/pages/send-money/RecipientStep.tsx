import type { FilledForm } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Panel } from '../../components/Panel.tsx'
import { formHeaders } from '../../recipients/form-request.ts'
import { NewRecipientForm } from '../../recipients/NewRecipientForm.tsx'
import { useWorkspace } from '../../workspace.ts'
import { ExistingRecipients } from './ExistingRecipients.tsx'
import type { StepProps } from './step-props.ts'

/** Chooses or adds a recipient, and updates the quote with it, because price and delivery may depend on the recipient. */
export function RecipientStep({ draft, update, goTo }: StepProps) {
  const { godwit, profile } = useWorkspace()
  const { targetCurrency, newRecipient } = draft
  const quoteId = draft.quoteId ?? ''
  const choose = useMutation({
    mutationFn: async (targetAccount: number) => {
      await godwit.quotes.updateQuote({
        path: { profileId: profile.id, quoteId },
        body: { targetAccount },
      })
      return targetAccount
    },
    onSuccess: (recipientId) => {
      update({ recipientId })
      goTo('details')
    },
  })
  const load = (filled?: FilledForm) =>
    filled
      ? godwit.requirements.refreshRecipientFormOfQuote({
          path: { quoteId },
          headers: formHeaders,
          body: filled,
        })
      : godwit.requirements.getRecipientFormOfQuote({ path: { quoteId }, headers: formHeaders })
  return (
    <>
      {choose.error && <ErrorNotice error={choose.error} />}
      <Panel title={`Recipients in ${targetCurrency}`}>
        <ExistingRecipients
          currency={targetCurrency}
          isPending={choose.isPending}
          onChoose={choose.mutate}
        />
      </Panel>
      <Panel title="New recipient">
        <NewRecipientForm
          currency={targetCurrency}
          formKey={quoteId}
          input={newRecipient}
          key={targetCurrency}
          load={load}
          onCreated={choose.mutate}
          onInput={(input) => update({ newRecipient: input })}
        />
      </Panel>
    </>
  )
}
