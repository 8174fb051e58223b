import { prettyJson } from '../pretty-json.ts'
import './json-text.css'

type Props = {
  /** JSON text or any other text; null when there is no text. */
  readonly text: string | null
  /** The sentence to show when there is no text. */
  readonly missing?: string
}

/** JSON with one field a line, for reading only: the signature of a webhook is valid only for the bytes that were sent. */
export function JsonText({ text, missing }: Props) {
  if (text === null) return <p className="muted">{missing}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an element that scrolls must be reachable with the keyboard.
    <pre className="json-text" tabIndex={0}>
      {prettyJson(text)}
    </pre>
  )
}
