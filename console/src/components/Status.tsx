import './status.css'

export type Tone = 'good' | 'caution' | 'bad' | 'progress' | 'neutral'
type Props = { readonly tone: Tone; readonly children: string }

/** A state or a result in one or two words. The color only repeats their meaning, because some readers cannot distinguish the colors. */
export function Status({ tone, children }: Props) {
  return <span className={`status status-${tone}`}>{children}</span>
}
