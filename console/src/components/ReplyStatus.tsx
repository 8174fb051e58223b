import { isError, isSuccess } from '../reply-status.ts'
import { Status, type Tone } from './Status.tsx'

/** The HTTP status of a reply, with different colors for refused requests (4xx) and for failures of the service (5xx). */
export function ReplyStatus({ status }: { readonly status: number }) {
  return <Status tone={toneOf(status)}>{String(status)}</Status>
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad'
  if (isError(status)) return 'caution'
  return isSuccess(status) ? 'good' : 'neutral'
}
