import { prettyJson } from '../pretty-json.ts'
import './json-text.css'

type Props = {
  /** JSON text, or any other; null when there is none. */
  readonly text: string | null
  /** What to show instead of no text. */
  readonly missing?: string
}

/** JSON with one field a line, for reading only: a signature is of the bytes as they were sent. */
export function JsonText({ text, missing }: Props) {
  if (text === null) return <p className="muted">{missing}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
    <pre className="json-text" tabIndex={0}>
      {prettyJson(text)}
    </pre>
  )
}
