// Requests of a dynamic flow, and its replies.

import { errorOf, GodwitError, Unreachable } from '@godwit/sdk'
import type { Upload } from './fields.ts'
import { type Json, object, text } from './read.ts'
import { readStep, type Step } from './step.ts'
import type { FlowUrl } from './urls.ts'

type Send = typeof fetch

/** Messages by the paths of the fields. */
export type FieldErrors = Readonly<Record<string, string>>

/** A refusal with the messages of its fields, which are in `validation` of the reply. */
export class FlowRefused extends GodwitError {
  readonly fieldErrors: FieldErrors

  constructor(reply: Response, { reasons }: GodwitError, fieldErrors: FieldErrors) {
    super(reply, reasons)
    this.fieldErrors = fieldErrors
  }
}

export const messagesOf = (error: unknown): FieldErrors =>
  error instanceof FlowRefused ? error.fieldErrors : {}

/** The next step; null when the flow has ended. A GET has no body. */
export async function follow(
  send: Send,
  { method, url }: FlowUrl,
  body: Json = {},
): Promise<Step | null> {
  const isRead = method === 'GET'
  const reply = await request(send, url, {
    method,
    ...(!isRead && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  return reply.headers.get('x-df-exit') === 'true' ? null : readStep(await reply.json())
}

/** Sends a file. Returns its id. */
export async function uploadFile(
  send: Send,
  { method, url, param, idProperty }: Upload,
  file: File,
): Promise<string> {
  const body = new FormData()
  body.append(param, file)
  const reply = await request(send, url, { method, body })
  return text(object(await reply.json(), 'the reply to a file')[idProperty], 'the id of a file')
}

async function request(send: Send, url: string, init: RequestInit): Promise<Response> {
  const reply = await send(url, init).catch((cause: unknown) => {
    throw new Unreachable(location.origin, cause)
  })
  if (reply.ok) return reply
  const copy = reply.clone()
  throw new FlowRefused(reply, await errorOf(copy), await validationOf(reply))
}

async function validationOf(reply: Response): Promise<FieldErrors> {
  try {
    const { validation } = (await reply.json()) as { validation?: Json }
    return Object.fromEntries(flattened(validation ?? {}, ''))
  } catch {
    return {} // A page of a proxy, for example.
  }
}

function flattened(validation: Json, parent: string): [path: string, message: string][] {
  return Object.entries(validation).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[parent + name, value] as [string, string]]
      : flattened(object(value, 'validation'), `${parent}${name}.`),
  )
}
