// Checks the text of bodies, queries and paths of requests. Text that the database cannot store is refused for all endpoints.

import { isUtf8 } from 'node:buffer'
import { type ErrorKind, refuse } from '../../../kernel/refusal.ts'

export const BadText: ErrorKind = {
  code: 'request.text.malformed',
  status: 400,
  message: 'Send text as well-formed Unicode without null characters.',
}

/** Returns the text, or refuses it. */
export function checkText(text: string): string {
  if (text.includes('\0') || !text.isWellFormed()) refuse(BadText)
  return text
}

/** Refuses malformed bytes: decoding would replace each by U+FFFD, and a name in Latin-1 would be stored without its letters. */
export function checkUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) refuse(BadText)
}

/** Returns the text of a form, or refuses it. The parsers of forms write U+FFFD where a byte is not UTF-8. */
export function checkFormText(text: string): string {
  if (text.includes('\uFFFD')) refuse(BadText)
  return text
}
