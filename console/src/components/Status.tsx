import './status.css'

export type Tone = 'good' | 'caution' | 'bad' | 'progress' | 'neutral'
type Props = { readonly tone: Tone; readonly children: string }

/** A state or a result in words. The color only repeats the words, because some readers cannot distinguish colors. */
export function Status({ tone, children }: Props) {
  return <span className={`status status-${tone}`}>{children}</span>
}
