// Every duration of this module.

import { DAY, timer } from '../kernel/timer.ts'

export const cardHold = timer({
  name: 'card-transactions.hold',
  seconds: 7 * DAY,
  spec: 'D72, Facts 13.5',
  ends: 'An authorised card payment that was not captured is cancelled and its money released.',
})

export const preAuthorisedHold = timer({
  name: 'card-transactions.pre-authorised-hold',
  seconds: 30 * DAY,
  spec: 'D72, Facts 13.5',
  ends: 'A pre-authorised card payment, such as that of a hotel, that was not captured is cancelled and its money released.',
})

export const lateClearing = timer({
  name: 'card-transactions.late-clearing',
  seconds: 30 * DAY,
  spec: 'D71',
  ends: 'A card payment that lapsed can no longer be captured.',
})

export const cardRate = timer({
  name: 'card-transactions.rate',
  seconds: DAY,
  spec: 'D111a',
  ends: 'A capture with an exchange is priced at the current rate, and a refund of it returns at most the worth at the current rate.',
})
