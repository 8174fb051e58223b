// Keeps the keyboard focus. A browser loses it when the focused element is removed or disabled, for example the button of
// a step that is done: the next Tab would then start at the top of the page.

import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** A choice of this project: a closing dialog returns the focus to its button in less time. */
const WAIT_MS = 50
/** Elements that take the focus when the focused element inside them is removed or disabled. */
const FALLBACKS = 'section, [role="dialog"], main'

/**
 * Moves the focus to the nearest of the `FALLBACKS` that still exists when the focused element is removed or disabled, and to the
 * content when another page is opened.
 */
export function useRestoredFocus(): void {
  const router = useRouter()
  useEffect(() => {
    let fallbacks: HTMLElement[] = []
    // The focused element outside of dialogs, such as the button that has opened a dialog, and its fallbacks.
    let behindDialog: HTMLElement[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const remember = ({ target }: FocusEvent) => {
      fallbacks = fallbacksOf(target)
      // Dialogs are outside the element `main`, so a dialog that is removed would leave no fallback.
      if (isInDialog(target)) fallbacks.push(...behindDialog)
      else behindDialog = target instanceof HTMLElement ? [target, ...fallbacks] : []
    }
    // A click on the background removes the focus on purpose.
    const forget = () => {
      fallbacks = []
    }
    const restore = () => {
      for (const fallback of fallbacks) {
        if (!isFocusLost()) return
        // A removed or disabled element ignores the call, and the loop goes on to the next fallback.
        fallback.focus({ preventScroll: true })
      }
    }
    const restoreLater = () => {
      clearTimeout(timer)
      timer = setTimeout(restore, WAIT_MS)
    }
    const changes = new MutationObserver(() => {
      if (isFocusLost()) restoreLater()
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

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"]') !== null
}

/** The `FALLBACKS` around an element, the nearest first. Makes each of them focusable. */
function fallbacksOf(target: EventTarget | null): HTMLElement[] {
  const fallbacks: HTMLElement[] = []
  let element = target instanceof Element ? target.parentElement : null
  while (element !== null) {
    if (element instanceof HTMLElement && element.matches(FALLBACKS)) {
      // With the index -1 scripts can focus the element, and the Tab key skips it.
      if (!element.hasAttribute('tabindex')) element.tabIndex = -1
      fallbacks.push(element)
    }
    element = element.parentElement
  }
  return fallbacks
}

/**
 * Focuses the content, unless the new page has focused one of its fields. Scrolling to the focused content would put its
 * title behind the sidebar, which is above the page in a narrow window.
 */
function focusContent(): void {
  const content = document.getElementById('content')
  if (content !== null && !content.contains(document.activeElement))
    content.focus({ preventScroll: true })
}
