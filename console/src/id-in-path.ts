// Ids in the path of a page, which anybody can type.

/** The address of the page names no resource that can exist, so repeating the request would not help. */
export class NotFoundError extends Error {}

/** The largest id, 2^53 - 1 (`ID_MAX` of the service), has 16 digits. */
const ID = /^\d{1,16}$/

/** The id as a number. Throws NotFoundError, without a request, for text that is not the id of a `noun`. */
export function idInPath(noun: string, text: string): number {
  if (ID.test(text) && Number.isSafeInteger(Number(text))) return Number(text)
  throw new NotFoundError(
    `Not found: "${text}" in the address of this page is not the id of a ${noun}. Ids are whole numbers, such as 12.`,
  )
}
