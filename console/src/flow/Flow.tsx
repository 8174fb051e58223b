import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Loading } from '../components/Loading.tsx'
import { useWorkspace } from '../workspace.ts'
import { follow } from './exchange.ts'
import type { Json } from './read.ts'
import { StepForm } from './StepForm.tsx'
import type { Step } from './step.ts'
import type { FlowUrl } from './urls.ts'

type Props = {
  /** Opens the first step. */
  readonly first: FlowUrl
  readonly onExit: () => void
  /** Leaves the first step. */
  readonly onBack: () => void
}

/** A dynamic flow: the service sends each step with its fields, and where its buttons lead. */
export function Flow({ first, onExit, onBack }: Props) {
  const { send } = useWorkspace()
  const [later, setLater] = useState<readonly Step[]>([])
  const opened = useQuery({
    queryKey: ['flow', first],
    queryFn: () => follow(send, first),
    // A write elsewhere must not replace the form that the user is filling in.
    staleTime: 'static',
    gcTime: 0,
  })
  const next = useMutation({
    mutationFn: ({ action, body }: { action: FlowUrl; body: Json }) => follow(send, action, body),
    onSuccess: (step) => (step === null ? onExit() : setLater([...later, step])),
  })
  const step = later.at(-1) ?? opened.data
  if (opened.error) return <ErrorNotice error={opened.error} onRetry={opened.refetch} />
  if (!step) return <Loading label="Loading the form" />
  const back = () => {
    next.reset()
    if (later.length === 0) onBack()
    else setLater(later.slice(0, -1))
  }
  return (
    <StepForm
      error={next.error}
      isPending={next.isPending}
      key={later.length}
      onBack={back}
      onExit={onExit}
      onFollow={(action, body) => next.mutate({ action, body })}
      step={step}
    />
  )
}
