import { Status, type Tone } from '../../components/Status.tsx'

/** The HTTP status of a reply. */
export function ReplyStatus({ status }: { readonly status: number }) {
  return <Status tone={toneOf(status)}>{String(status)}</Status>
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad'
  if (status >= 400) return 'caution'
  return status >= 300 ? 'neutral' : 'good'
}
