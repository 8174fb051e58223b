// The paths of cards, for tests.

import type { CardRow } from '../store.ts'

export type CardInPath = Pick<CardRow, 'profileId' | 'token'>

/** The path of a card, such as `pathOf(card, '/status')`. */
export function pathOf({ profileId, token }: CardInPath, subPath = '', version = 'v3'): string {
  return `/${version}/spend/profiles/${profileId}/cards/${token}${subPath}`
}
