import './status.css'

export type Tone = 'good' | 'caution' | 'bad' | 'progress' | 'neutral'
type Props = { readonly tone: Tone; readonly children: string }

/** The state of a resource, in the words of the API. The tone repeats the meaning of the word as a color. */
export function Status({ tone, children }: Props) {
  return <span className={`status status-${tone}`}>{children}</span>
}
