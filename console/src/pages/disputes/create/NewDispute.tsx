import type { CardTransaction } from '@godwit/sdk'
import { useState } from 'react'
import { Flow } from '../../../flow/Flow.tsx'
import type { FlowUrl } from '../../../flow/urls.ts'
import { ReasonPanel } from './ReasonPanel.tsx'
import { SubmittedPanel } from './SubmittedPanel.tsx'

type Props = { readonly payment: CardTransaction }

/** The steps of a new dispute: choose the reason, fill in its form, and see the confirmation. */
export function NewDispute({ payment }: Props) {
  const [transactionIds, setTransactionIds] = useState<readonly string[]>([payment.id])
  const [firstStep, setFirstStep] = useState<FlowUrl>()
  const [isSubmitted, setSubmitted] = useState(false)
  if (isSubmitted) return <SubmittedPanel transactionIds={transactionIds} />
  if (firstStep)
    return (
      <Flow
        first={firstStep}
        onBack={() => setFirstStep(undefined)}
        onExit={() => setSubmitted(true)}
      />
    )
  return (
    <ReasonPanel
      onChange={setTransactionIds}
      onChoose={setFirstStep}
      payment={payment}
      transactionIds={transactionIds}
    />
  )
}
