import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { EmptyState } from '../../components/EmptyState.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useWorkspace } from '../../workspace.ts'
import { AmountStep } from './AmountStep.tsx'
import { DetailsStep } from './DetailsStep.tsx'
import { useDraft } from './draft.ts'
import { PayStep } from './PayStep.tsx'
import { RecipientStep } from './RecipientStep.tsx'
import { StepList } from './StepList.tsx'
import { canOpen, type StepName, steps } from './steps.ts'
import { UnpaidTransfer } from './UnpaidTransfer.tsx'
import './send-money.css'

const components = {
  amount: AmountStep,
  recipient: RecipientStep,
  details: DetailsStep,
  pay: PayStep,
}

export function SendMoneyPage() {
  const { profile } = useWorkspace()
  return (
    <div className="stack">
      <PageHeader
        description="Get a quote, choose a recipient, fill in the details, and pay: the same calls as a program makes."
        title="Send money"
      >
        <LinkButton to="/recipients">Recipients</LinkButton>
      </PageHeader>
      <SendMoney key={profile.id} profileId={profile.id} />
    </div>
  )
}

function SendMoney({ profileId }: { readonly profileId: number }) {
  const { step: name = 'amount' } = useParams({ strict: false }) as { step?: string }
  const [draft, update, clear] = useDraft(profileId)
  const navigate = useNavigate()
  const step = steps.find((each) => each.name === name)
  if (step === undefined || !canOpen(step.name, draft))
    return (
      <EmptyState
        title={step ? 'Nothing was entered for this step yet' : 'There is no step with this name'}
      >
        <Link to="/send-money">Begin with the amount</Link>
      </EmptyState>
    )
  const Step = components[step.name]
  const goTo = (next: StepName) =>
    void navigate({ to: steps.find((each) => each.name === next)?.path ?? '/send-money' })
  return (
    <>
      <StepList current={step.name} draft={draft} />
      {step.name !== 'pay' && draft.transferId !== undefined ? (
        <UnpaidTransfer clear={clear} transferId={draft.transferId} />
      ) : (
        <Step clear={clear} draft={draft} goTo={goTo} update={update} />
      )}
    </>
  )
}
