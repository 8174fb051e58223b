import type { Draft, UpdateDraft } from './draft.ts'
import type { StepName } from './steps.ts'

export type StepProps = {
  readonly draft: Draft
  readonly update: UpdateDraft
  readonly clear: () => void
  readonly goTo: (step: StepName) => void
}
