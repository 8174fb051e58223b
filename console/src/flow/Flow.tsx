import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Loading } from '../components/Loading.tsx'
import { useWorkspace } from '../workspace.ts'
import { requestStep } from './flow-requests.ts'
import type { Json } from './read.ts'
import { StepForm } from './StepForm.tsx'
import type { Step } from './step.ts'
import type { FlowUrl } from './urls.ts'

type Props = {
  /** The request for the first step. */
  readonly first: FlowUrl
  /** Called after the last step, and when the user presses a button that leaves the flow. */
  readonly onExit: () => void
  /** Called when the user goes back from the first step. */
  readonly onBack: () => void
}

/** A dynamic flow: the service sends each step with its fields, and with the requests that its buttons send. */
export function Flow({ first, onExit, onBack }: Props) {
  const { send } = useWorkspace()
  const [laterSteps, setLaterSteps] = useState<readonly Step[]>([])
  const firstStep = useQuery({
    queryKey: ['flow', first],
    queryFn: () => requestStep(send, first),
    // A write elsewhere must not replace the form that the user is filling in.
    staleTime: 'static',
    // Otherwise a flow that is opened again would show its former first step and never request another.
    gcTime: 0,
  })
  const next = useMutation({
    mutationFn: ({ action, body }: { action: FlowUrl; body: Json }) =>
      requestStep(send, action, body),
    onSuccess: (step) => (step === null ? onExit() : setLaterSteps([...laterSteps, step])),
  })
  const step = laterSteps.at(-1) ?? firstStep.data
  if (firstStep.error) return <ErrorNotice error={firstStep.error} onRetry={firstStep.refetch} />
  if (!step) return <Loading label="Loading the form" />
  const back = () => {
    next.reset()
    if (laterSteps.length === 0) onBack()
    else setLaterSteps(laterSteps.slice(0, -1))
  }
  return (
    <StepForm
      error={next.error}
      isPending={next.isPending}
      key={laterSteps.length}
      onBack={back}
      onExit={onExit}
      onFollow={(action, body) => next.mutate({ action, body })}
      step={step}
    />
  )
}
