import type { Delivery } from '@godwit/sdk'

/** The HTTP status of the reply to the latest attempt, or why there was no reply; "not sent yet" before the first attempt. */
export function AttemptReply({ delivery }: { readonly delivery: Delivery }) {
  const attempt = delivery.last_attempt
  if (attempt === null) return <span className="muted">not sent yet</span>
  return <code>{attempt.status ?? attempt.error ?? 'no reply'}</code>
}
