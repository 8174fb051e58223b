import { Link } from '@tanstack/react-router'
import type { Draft } from './draft.ts'
import { canOpen, type StepName, steps } from './steps.ts'

type Props = { readonly current: StepName; readonly draft: Draft }

/** The steps. The current step is marked, and each step that can be opened has a link. */
export function StepList({ current, draft }: Props) {
  return (
    <nav aria-label="Steps">
      <ol className="send-steps">
        {steps.map(({ name, path, title }) => (
          <li key={name}>
            {canOpen(name, draft) ? (
              <Link
                activeOptions={{ exact: true }}
                aria-current={name === current ? 'step' : undefined}
                to={path}
              >
                {title}
              </Link>
            ) : (
              <span className="muted">{title}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
