import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { FormFields } from '../../forms/FormFields.tsx'
import { detailsOf, type FormGroup, keysOf } from '../../forms/form-values.ts'
import { useWorkspace } from '../../workspace.ts'
import { PaymentSummary } from './PaymentSummary.tsx'
import type { StepProps } from './step-props.ts'

/** The form for the details that the transfer needs in addition to quote and recipient. Creates the transfer. */
export function DetailsStep({ draft, update, goTo }: StepProps) {
  const { godwit } = useWorkspace()
  // The details for which the form was last loaded.
  const [formDetails, setFormDetails] = useState(draft.details)
  // SendMoneyPage shows this step only once the draft has a recipient and a quote (`canOpen`).
  const transfer = {
    targetAccount: draft.recipientId as number,
    quoteUuid: draft.quoteId as string,
  }
  const forms = useQuery({
    queryKey: ['transfer-form', transfer, formDetails],
    queryFn: () =>
      godwit.requirements.getTransferForm({ body: { ...transfer, details: formDetails } }),
    // The shown form stays until the changed one is loaded.
    placeholderData: (previous) => previous,
    staleTime: Infinity,
  })
  const create = useMutation({
    // The second press of a double click waits for the first, and gets the same transfer by the idempotency key.
    scope: { id: 'create-transfer' },
    mutationFn: (groups: readonly FormGroup[]) =>
      godwit.transfers.createTransfer({
        body: {
          ...transfer,
          customerTransactionId: draft.transferKey,
          details: detailsOf(groups, draft.details),
        },
      }),
    onSuccess: ({ id }) => {
      update({ transferId: id, oneTimeToken: undefined })
      goTo('pay')
    },
  })
  return (
    <>
      <Panel title="Summary">
        <PaymentSummary quoteId={transfer.quoteUuid} recipientId={transfer.targetAccount} />
      </Panel>
      <Panel title="Details">
        <Loaded label="Loading the form" query={forms}>
          {(list) => {
            const groups = list.flatMap(({ fields }) => fields)
            return (
              <form
                className="form"
                noValidate
                onSubmit={(event) => {
                  event.preventDefault()
                  create.mutate(groups)
                }}
              >
                <FormFields
                  error={create.error}
                  groups={groups}
                  onChange={(key, value) => update({ details: { ...draft.details, [key]: value } })}
                  onRefresh={(key, value) => setFormDetails({ ...draft.details, [key]: value })}
                  values={draft.details}
                />
                {create.error && <ErrorNotice error={create.error} fields={keysOf(groups)} />}
                <div className="row">
                  <Button isPending={create.isPending} kind="primary" type="submit">
                    Create the transfer
                  </Button>
                </div>
              </form>
            )
          }}
        </Loaded>
      </Panel>
    </>
  )
}
