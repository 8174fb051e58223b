import { Button } from '../components/Button.tsx'
import type { Action, DecisionOption } from './step.ts'
import './options.css'

type Props = {
  readonly options: readonly DecisionOption[]
  readonly onChoose: (action: Action) => void
}

/** The options of a decision, each a button with its description. */
export function Options({ options, onChoose }: Props) {
  return (
    <ul className="flow-options">
      {options.map(({ title, description, isDisabled, action }) => (
        <li key={title}>
          <Button isDisabled={isDisabled} onPress={() => onChoose(action)}>
            {title}
          </Button>
          {description && <p className="muted">{description}</p>}
        </li>
      ))}
    </ul>
  )
}
