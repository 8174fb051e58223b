import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Autocomplete, Input, Menu, MenuItem, SearchField, useFilter } from 'react-aria-components'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { pages } from '../pages.ts'

/** Opens a page by its name: with the button, or with Control or Command and K. */
export function PageSearch() {
  const [isOpen, setOpen] = useState(false)
  const { contains } = useFilter({ sensitivity: 'base' })
  const navigate = useNavigate()
  useEffect(() => listenForShortcut(() => setOpen(true)), [])
  return (
    <>
      <Button aria-keyshortcuts="Control+K Meta+K" kind="plain" onPress={() => setOpen(true)}>
        Go to page <kbd>Ctrl K</kbd>
      </Button>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title="Go to page">
        <Autocomplete filter={contains}>
          <SearchField aria-label="Name of the page" autoFocus className="field">
            <Input className="field-input" placeholder="Transfers" />
          </SearchField>
          <Menu
            aria-label="Pages"
            className="page-search-list"
            items={pages}
            onAction={(path) => {
              setOpen(false)
              void navigate({ to: String(path) })
            }}
            renderEmptyState={() => 'No page has this name.'}
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
