// Sends the requests of a dynamic flow, and reads their replies.

import { errorOf, GodwitError, Unreachable } from '@godwit/sdk'
import type { Upload } from './fields.ts'
import { type Json, readObject, readText } from './read.ts'
import { readStep, type Step } from './step.ts'
import type { FlowUrl } from './urls.ts'

type Send = typeof fetch

/** The message for each refused field, by the path of the field. */
export type FieldErrors = Readonly<Record<string, string>>

/** A refusal, with the messages about fields that the reply has in `validation`. */
class FlowRefused extends GodwitError {
  readonly fieldErrors: FieldErrors

  constructor(reply: Response, { reasons }: GodwitError, fieldErrors: FieldErrors) {
    super(reply, reasons)
    this.fieldErrors = fieldErrors
  }
}

export const messagesOf = (error: unknown): FieldErrors =>
  error instanceof FlowRefused ? error.fieldErrors : {}

/** Sends a request, with `body` unless the method is GET. Returns the next step; null when the flow has ended. */
export async function requestStep(
  send: Send,
  { method, url }: FlowUrl,
  body: Json = {},
): Promise<Step | null> {
  const hasBody = method !== 'GET'
  const reply = await request(send, url, {
    method,
    ...(hasBody && {
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
  return readText(
    readObject(await reply.json(), 'the reply to a file')[idProperty],
    'the id of a file',
  )
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
    return Object.fromEntries(flatten(validation ?? {}, ''))
  } catch {
    // The reply is not JSON, such as the page of a proxy, or `validation` has another shape.
    return {}
  }
}

function flatten(validation: Json, parent: string): [path: string, message: string][] {
  return Object.entries(validation).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[parent + name, value] as [string, string]]
      : flatten(readObject(value, 'validation'), `${parent}${name}.`),
  )
}
