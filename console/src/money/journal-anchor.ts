import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** The id of the element that shows a journal. Links to a journal end with `#` and this id. */
export const anchorOf = (journalId: number) => `journal-${journalId}`

/**
 * Scrolls to the journal when the address ends with its anchor. The browser does not scroll, because the journal is shown only
 * after the page has loaded.
 */
export function useJournalAnchor<E extends HTMLElement>(journalId: number): RefObject<E | null> {
  const element = useRef<E>(null)
  const { hash } = useLocation()
  const isChosen = hash.replace(/^#/, '') === anchorOf(journalId)
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'center' })
  }, [isChosen])
  return element
}
