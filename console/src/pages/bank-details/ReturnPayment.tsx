import type { ReceivedPayment } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { returnReasons } from '../../../../src/account-details/payments/return-reasons.ts'
import { Amount } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { messageAt } from '../../field-errors.ts'
import { FormFieldInput } from '../../forms/FormFieldInput.tsx'
import { choiceField, optional } from '../../forms/fields.ts'
import { useWorkspace } from '../../workspace.ts'

/** Sends a payment back to its sender, after a confirmation. */
export function ReturnPayment({ payment }: { readonly payment: ReceivedPayment }) {
  const { godwit, profile } = useWorkspace()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const returnPayment = useMutation({
    mutationFn: () =>
      godwit.accountDetails.returnReceivedPayment({
        path: { profileId: profile.id, paymentId: payment.id },
        body: reason === '' ? {} : { reason },
      }),
    onSuccess: () => setOpen(false),
  })
  const requirement = payment.kind === 'SWIFT' ? {} : optional
  const close = () => {
    returnPayment.reset()
    setOpen(false)
  }
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        Return <span className="visually-hidden">payment {payment.id}</span>
      </Button>
      <Dialog isOpen={isOpen} onOpenChange={close} title={`Return payment ${payment.id}`}>
        <p>
          <Amount {...payment.amount} /> leaves balance {payment.balanceId} and goes back to its
          sender. A payment over SWIFT needs a reason.
        </p>
        <FormFieldInput
          error={messageAt(returnPayment.error, 'reason', 'Reason')}
          field={choiceField('reason', 'Reason', returnReasons, requirement)}
          onChange={setReason}
          value={reason}
        />
        {returnPayment.error && <ErrorNotice error={returnPayment.error} fields={['reason']} />}
        <div className="row">
          <Button
            isPending={returnPayment.isPending}
            kind="danger"
            onPress={() => returnPayment.mutate()}
          >
            Return the payment
          </Button>
          <Button onPress={close}>Keep</Button>
        </div>
      </Dialog>
    </>
  )
}
