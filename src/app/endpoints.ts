// Everything the service is made of, gathered from the modules. Code mounts it, tests enumerate it,
// documents print it.

import * as balances from '../balances/api.ts'
import * as balanceEvents from '../balances/events.ts'
import * as balanceMachines from '../balances/states.ts'
import * as conversions from '../conversions/api.ts'
import type { Endpoint } from '../kernel/endpoint.ts'
import type { EventKind } from '../kernel/events.ts'
import type { Machine } from '../kernel/states.ts'
import type { DeclaredSweep } from '../kernel/sweep.ts'
import * as quotes from '../quotes/api.ts'
import * as quoteMachines from '../quotes/states.ts'
import * as recipients from '../recipients/api.ts'
import * as recipientStates from '../recipients/states.ts'
import * as requirements from '../requirements/api.ts'
import * as transfers from '../transfers/api.ts'
import * as transferEvents from '../transfers/events.ts'
import * as transferMachines from '../transfers/states.ts'
import * as transferSweeps from '../transfers/sweeps.ts'

export const endpoints: readonly Endpoint[] = [
  ...Object.values(balances),
  ...Object.values(conversions),
  ...Object.values(quotes),
  ...Object.values(recipients),
  ...Object.values(requirements),
  ...Object.values(transfers),
]

export const eventKinds: readonly EventKind[] = [
  ...Object.values(balanceEvents),
  ...Object.values(transferEvents),
]

export const machines: readonly Machine<string, string>[] = [
  ...Object.values(balanceMachines),
  ...Object.values(quoteMachines),
  ...Object.values(recipientStates),
  ...Object.values(transferMachines),
]

export const sweeps: readonly DeclaredSweep[] = [...Object.values(transferSweeps)]
