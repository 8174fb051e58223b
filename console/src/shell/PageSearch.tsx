import { Link, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { Field } from '../components/Field.tsx'
import { pages } from '../pages.ts'
import { findResources } from './find-resources.ts'

/** Finds a page by its name, or a resource by its kind and id. The button, Control+K or Command+K opens the search. */
export function PageSearch() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => listenForShortcut(() => setOpen(true)), [])
  return (
    <>
      <Button aria-keyshortcuts="Control+K Meta+K" kind="plain" onPress={() => setOpen(true)}>
        Go to page <kbd>Ctrl K</kbd>
      </Button>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title="Go to page">
        <Search onOpen={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

/** Enter opens the first page that is found. The arrow keys move the focus to the other pages. */
function Search({ onOpen }: { readonly onOpen: () => void }) {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const found = findPages(text)
  return (
    <form
      className="page-search"
      onKeyDown={moveFocus}
      onSubmit={(event) => {
        event.preventDefault()
        const [first] = found
        if (first === undefined) return
        onOpen()
        void navigate({ to: first.path })
      }}
    >
      <Field
        autoComplete="off"
        autoFocus
        label="Name of a page, or kind and id of a resource"
        onChange={setText}
        placeholder="Transfers, or transfer 6"
        value={text}
      />
      <ul className="page-search-list">
        {found.map(({ title, path }) => (
          <li key={path}>
            <Link className="page-search-item" onClick={onOpen} to={path}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
      <p aria-live="polite">
        {found.length === 0 &&
          'No page has this name. A resource is found by its kind and id, such as transfer 6.'}
      </p>
    </form>
  )
}

/** The pages of the resources whose kind and id the text contains, then the pages whose title contains the text. */
function findPages(text: string) {
  const name = text.trim().toLowerCase()
  const named = pages.filter(({ title }) => title.toLowerCase().includes(name))
  return [...findResources(text), ...named]
}

/** Moves the focus from the input to the links below it, and back. */
function moveFocus(event: KeyboardEvent<HTMLFormElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const elements = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')]
  const current = elements.indexOf(document.activeElement as HTMLElement)
  elements[current + step]?.focus()
}

function listenForShortcut(open: () => void): () => void {
  const listen = (event: globalThis.KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    open()
  }
  window.addEventListener('keydown', listen)
  return () => window.removeEventListener('keydown', listen)
}
