import type { Draft, UpdateDraft } from './draft.ts'
import type { StepName } from './steps.ts'

/** The properties of each step of the page Send money. */
export type StepProps = {
  readonly draft: Draft
  readonly update: UpdateDraft
  /** Empties the draft, so that the page begins with the first step. */
  readonly clear: () => void
  readonly goTo: (step: StepName) => void
}
