// Options that several commands have, and the shell completion of event names.

import { numberParser } from '@stricli/core'

export const json = {
  json: {
    kind: 'boolean',
    brief: 'Print one JSON object per line',
    default: false,
    withNegated: false,
  },
} as const

export const service = {
  ...json,
  url: {
    kind: 'parsed',
    parse: String,
    optional: true,
    brief: 'URL of the service (GODWIT_URL; default http://127.0.0.1:8080)',
  },
  token: {
    kind: 'parsed',
    parse: String,
    optional: true,
    brief: 'Token to call the service with (GODWIT_TOKEN; default: the token of a seeded sandbox)',
  },
} as const

export const profile = {
  kind: 'parsed',
  parse: numberParser,
  optional: true,
  brief: 'Profile to use; default: the first of the user',
} as const

/** The names of events that begin with the entered text. */
export async function completeEvent(partial: string): Promise<string[]> {
  const { EVENTS } = await import('@godwit/sdk/testing')
  return Object.keys(EVENTS).filter((name) => name.startsWith(partial))
}
