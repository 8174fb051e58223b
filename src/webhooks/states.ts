// The states of a delivery.

import { machine } from '../kernel/states.ts'

export const deliveryStates = machine({
  name: 'delivery',
  states: ['QUEUED', 'RETRYING', 'DELIVERED', 'FAILED', 'STOPPED'],
  initial: 'QUEUED',
  moves: {
    deliver: {
      from: ['QUEUED', 'RETRYING'],
      to: 'DELIVERED',
      because: 'the receiver replied 2xx in time',
    },
    retry: {
      from: ['QUEUED', 'RETRYING'],
      to: 'RETRYING',
      because: 'an attempt failed; the delivery leaves its queue and is retried on a schedule',
    },
    exhaust: {
      from: ['QUEUED', 'RETRYING'],
      to: 'FAILED',
      because: 'the last allowed attempt failed; a delivery with an edited body has one attempt',
    },
    stop: {
      from: ['QUEUED', 'RETRYING'],
      to: 'STOPPED',
      because: 'the subscription was deleted, or the user revoked the grant of the application',
    },
    redeliver: {
      from: ['RETRYING', 'DELIVERED', 'FAILED'],
      to: 'RETRYING',
      because:
        'the owner of the subscription or an operator requested that the same message be sent again',
    },
  },
})

export type DeliveryState = (typeof deliveryStates.states)[number]
