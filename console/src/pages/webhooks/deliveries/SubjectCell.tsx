import { Link } from '@tanstack/react-router'
import { subjectOf } from '../../../history/message-subject.ts'
import { pagePathOf } from '../../../resource-path.ts'
import { wordsOf } from '../../../words.ts'

/** The resource that a message is about, with a link to its page, and its new state. */
export function SubjectCell({ body }: { readonly body: string }) {
  const { resource, state } = subjectOf(body)
  const path = resource === undefined ? undefined : pagePathOf(resource)
  return (
    <div className="webhooks-subject">
      {path && resource && <Link to={path}>{resource.replace(':', ' ')}</Link>}{' '}
      {state && <span>{wordsOf(state)}</span>}
    </div>
  )
}
