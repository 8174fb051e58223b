import type { CardRow } from '../store.ts'

type Of = Pick<CardRow, 'profileId' | 'token'>

/** `pathOf(card, '/status')`. */
export function pathOf({ profileId, token }: Of, rest = '', version = 'v3'): string {
  return `/${version}/spend/profiles/${profileId}/cards/${token}${rest}`
}
