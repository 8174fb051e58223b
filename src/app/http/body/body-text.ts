// Checks the text of bodies, queries and paths of requests. Text that the database cannot store is refused for all
// endpoints, because the statement that stores the text would fail, and the reply would be 500.

import { isUtf8 } from 'node:buffer'
import { type ErrorKind, refuse } from '../../../kernel/refusal.ts'

export const BadText: ErrorKind = {
  code: 'request.text.malformed',
  status: 400,
  message: 'Send text as well-formed Unicode without null characters.',
}

/** Refuses text that PostgreSQL cannot store. */
export function checkText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) refuse(BadText)
}

/** Refuses malformed bytes: decoding would replace each by U+FFFD, and a name in Latin-1 would be stored without its letters. */
export function checkUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) refuse(BadText)
}

/** Refuses text of a form that was not UTF-8: the parsers of forms write U+FFFD in place of each malformed byte. */
export function checkFormText(text: string): void {
  if (text.includes('\uFFFD')) refuse(BadText)
}
