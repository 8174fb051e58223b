// Keeps the keyboard's place. A browser forgets it when the focused element is removed or disabled, for example the
// button of a step that is done: the next Tab would then start at the top of the page.

import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Dialogs that close return the focus to their button first. */
const WAIT_MS = 50
const KEEPERS = 'section, [role="dialog"], main'

/**
 * Moves the focus to the nearest part of the page that still exists when the focused element is removed or disabled,
 * and to the content when another page is opened.
 */
export function useKeptFocus(): void {
  const router = useRouter()
  useEffect(() => {
    let keepers: HTMLElement[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const remember = ({ target }: FocusEvent) => {
      keepers = keepersOf(target)
    }
    // A click beside everything takes the focus away on purpose.
    const forget = () => {
      keepers = []
    }
    const restore = () => {
      if (!isFocusLost()) return
      keepers.find(({ isConnected }) => isConnected)?.focus({ preventScroll: true })
    }
    const check = () => {
      clearTimeout(timer)
      timer = setTimeout(restore, WAIT_MS)
    }
    const changes = new MutationObserver(() => {
      if (isFocusLost()) check()
    })
    changes.observe(document.body, {
      attributeFilter: ['disabled'],
      attributes: true,
      childList: true,
      subtree: true,
    })
    document.addEventListener('pointerdown', forget, { capture: true })
    document.addEventListener('focusin', remember)
    const unsubscribe = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      if (pathChanged && fromLocation !== undefined) focusContent()
    })
    return () => {
      clearTimeout(timer)
      changes.disconnect()
      document.removeEventListener('pointerdown', forget, { capture: true })
      document.removeEventListener('focusin', remember)
      unsubscribe()
    }
  }, [router])
}

function isFocusLost(): boolean {
  const focused = document.activeElement
  return focused === null || focused === document.body
}

/** The panels and dialogs around an element, the nearest first. */
function keepersOf(target: EventTarget | null): HTMLElement[] {
  const keepers: HTMLElement[] = []
  let element = target instanceof Element ? target.parentElement : null
  while (element !== null) {
    if (element instanceof HTMLElement && element.matches(KEEPERS)) {
      // Only scripts can focus it: it is no stop of the Tab key.
      if (!element.hasAttribute('tabindex')) element.tabIndex = -1
      keepers.push(element)
    }
    element = element.parentElement
  }
  return keepers
}

/** Unless the new page has focused one of its fields. */
function focusContent(): void {
  const content = document.getElementById('content')
  if (content !== null && !content.contains(document.activeElement)) content.focus()
}
