import { useState } from 'react'
import { Button } from './Button.tsx'

type Props = {
  readonly text: string
  /** The name of the copied text. Needed where a page has several of these buttons. */
  readonly name?: string
}

export function CopyButton({ text, name }: Props) {
  const [label, setLabel] = useState('Copy')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setLabel('Copied')
    } catch {
      // The browser or its settings forbid pages to write to the clipboard.
      setLabel('Not copied: select the text')
    }
  }
  return (
    <Button kind="plain" onPress={() => void copy()}>
      {label}
      {name && <span className="visually-hidden">{name}</span>}
    </Button>
  )
}
