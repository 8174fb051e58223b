import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { Autocomplete, Input, Menu, MenuItem, SearchField, useFilter } from 'react-aria-components'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { pages } from '../pages.ts'
import { findResources } from './find-resources.ts'

/** Opens a page by its name, or a resource by its kind and id: with the button, or with Control or Command and K. */
export function PageSearch() {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const { contains } = useFilter({ sensitivity: 'base' })
  const navigate = useNavigate()
  const resources = findResources(text)
  const open = useCallback(() => {
    setText('')
    setOpen(true)
  }, [])
  useEffect(() => listenForShortcut(open), [open])
  return (
    <>
      <Button aria-keyshortcuts="Control+K Meta+K" kind="plain" onPress={open}>
        Go to page <kbd>Ctrl K</kbd>
      </Button>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title="Go to page">
        <Autocomplete
          filter={(title, typed) =>
            resources.some((each) => each.title === title) || contains(title, typed)
          }
          inputValue={text}
          onInputChange={setText}
        >
          <SearchField
            aria-label="Name of the page, or kind and id of a resource"
            autoFocus
            className="field"
          >
            <Input className="field-input" placeholder="Transfers, or transfer 6" />
          </SearchField>
          <Menu
            aria-label="Pages"
            className="page-search-list"
            items={[...resources, ...pages]}
            onAction={(path) => {
              setOpen(false)
              void navigate({ to: String(path) })
            }}
            renderEmptyState={() =>
              'No page has this name. A resource is found by its kind and id, such as transfer 6.'
            }
          >
            {({ title, path }) => (
              <MenuItem className="page-search-item" id={path}>
                {title}
              </MenuItem>
            )}
          </Menu>
        </Autocomplete>
      </Dialog>
    </>
  )
}

function listenForShortcut(open: () => void): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    open()
  }
  window.addEventListener('keydown', listen)
  return () => window.removeEventListener('keydown', listen)
}
