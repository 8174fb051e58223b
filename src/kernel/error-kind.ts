// Without imports, because both refusals and write steps use it.

/** One kind of refusal. Declared once, in the `errors.ts` of a module, and printed in docs/printed. */
export type ErrorKind = {
  readonly code: string
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503
  readonly message: string
  readonly path?: string
}
