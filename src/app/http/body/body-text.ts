// Text that the database cannot store is refused for all endpoints.

import { type ErrorKind, refuse } from '../../../kernel/refusal.ts'

export const BadText: ErrorKind = {
  code: 'request.text.malformed',
  status: 400,
  message: 'Send text as well-formed Unicode without null characters.',
}

export function checkText(text: string): string {
  if (text.includes('\0') || !text.isWellFormed()) refuse(BadText)
  return text
}
