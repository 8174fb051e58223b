// Everything the service is made of, gathered from the modules. Code mounts it, tests enumerate it,
// documents print it.

import type { Endpoint } from '../kernel/endpoint.ts'
import type { EventKind } from '../kernel/events.ts'
import type { Machine } from '../kernel/states.ts'
import type { DeclaredSweep } from '../kernel/sweep.ts'

export const endpoints: readonly Endpoint[] = []

export const eventKinds: readonly EventKind[] = []

export const machines: readonly Machine<string, string>[] = []

export const sweeps: readonly DeclaredSweep[] = []
