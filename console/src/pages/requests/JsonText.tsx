import { prettyJson } from '../../pretty-json.ts'
import './requests.css'

type Props = {
  /** JSON text; null when there is none. */
  readonly text: string | null
  /** What to show instead. */
  readonly missing: string
}

/** JSON with one field a line. */
export function JsonText({ text, missing }: Props) {
  if (text === null) return <p className="muted">{missing}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
    <pre className="requests-json" tabIndex={0}>
      {prettyJson(text)}
    </pre>
  )
}
