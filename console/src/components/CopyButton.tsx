import { useState } from 'react'
import { Button } from './Button.tsx'

type Props = {
  readonly text: string
  /** What is copied, where a page has several of these buttons. */
  readonly name?: string
}

export function CopyButton({ text, name }: Props) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <Button kind="plain" onPress={() => void copy()}>
      {isCopied ? 'Copied' : 'Copy'}
      {name && <span className="visually-hidden">{name}</span>}
    </Button>
  )
}
