// The events that this module reports to the security log (D121).

import { securityEventKind } from '../kernel/security-event.ts'

export const cardDataShown = securityEventKind({
  name: 'cards.data-shown',
  summary: 'The number or the PIN of a card was shown to a user.',
  nature: 'change',
  fields: { userId: 'integer', profileId: 'integer', cardId: 'integer', shown: ['DETAILS', 'PIN'] },
})

export const pinChosen = securityEventKind({
  name: 'cards.pin-chosen',
  summary: 'A user chose the PIN of a card that is not issued yet.',
  nature: 'change',
  fields: { userId: 'integer', profileId: 'integer', cardOrderId: 'integer' },
})
