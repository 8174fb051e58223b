// The URLs to which a step sends requests.

import { type Json, readText, unreadableError } from './read.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH']

export type FlowUrl = { readonly method: string; readonly url: string }

/** Refuses a URL of another host, because that host would get the session's token (`x-csrf-token`) and the input of the user. */
export function readUrl({ method, url }: Json, what: string): FlowUrl {
  if (!METHODS.includes(String(method)))
    throw unreadableError(`${what} has the unknown method ${String(method)}`)
  const path = readText(url, `the URL of ${what}`)
  if (new URL(path, location.origin).origin !== location.origin)
    throw unreadableError(`${what} leads to another host: ${path}`)
  return { method: String(method), url: path }
}
