/** One kind of refusal. Declared once in a module's `errors.ts`, printed in docs/printed. */
export type ErrorKind = {
  readonly code: string
  readonly status: 400 | 401 | 403 | 404 | 409 | 415 | 422 | 429 | 503
  readonly message: string
  readonly path?: string
}
