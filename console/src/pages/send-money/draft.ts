// The values that the user has entered so far, which survive a reload and the back button until the tab is closed.

import { useState } from 'react'
import type { Values } from '../../forms/form-values.ts'
import { noInput, type RecipientInput } from '../../recipients/NewRecipientForm.tsx'

export type Draft = {
  readonly sourceCurrency: string
  readonly targetCurrency: string
  readonly amount: string
  readonly amountOf: 'source' | 'target'
  readonly quoteId: string | undefined
  /** The idempotency key of the transfer: one for each quote, so repeated clicks and reloads create one transfer. */
  readonly transferKey: string
  readonly newRecipient: RecipientInput
  readonly recipientId: number | undefined
  readonly details: Values
  readonly transferId: number | undefined
  /** The token with which the service challenged the payment, and which approves the payment once its challenges are cleared. */
  readonly oneTimeToken: string | undefined
}

export type UpdateDraft = (change: Partial<Draft>) => void

const emptyDraft: Draft = {
  sourceCurrency: 'GBP',
  targetCurrency: 'EUR',
  amount: '100',
  amountOf: 'source',
  quoteId: undefined,
  transferKey: '',
  newRecipient: noInput,
  recipientId: undefined,
  details: {},
  transferId: undefined,
  oneTimeToken: undefined,
}

const keyOf = (profileId: number) => `godwit-send-${profileId}`

/** The draft of a profile, a function that changes the draft, and a function that empties it. */
export function useDraft(profileId: number): readonly [Draft, UpdateDraft, () => void] {
  const key = keyOf(profileId)
  const [draft, setDraft] = useState(() => readDraft(key))
  const update = (change: Partial<Draft>) =>
    setDraft((current) => {
      const next = { ...current, ...change }
      sessionStorage.setItem(key, JSON.stringify(next))
      return next
    })
  const clear = () => {
    sessionStorage.removeItem(key)
    setDraft(emptyDraft)
  }
  return [draft, update, clear]
}

function readDraft(key: string): Draft {
  const stored = sessionStorage.getItem(key)
  return stored ? { ...emptyDraft, ...(JSON.parse(stored) as Partial<Draft>) } : emptyDraft
}
