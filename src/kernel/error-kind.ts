// A separate file without imports, because refusals and write steps both use it and would otherwise import each other.

/** One kind of refusal. Declared once: in the `errors.ts` of a module, in the kernel or in the HTTP layer. */
export type ErrorKind = {
  readonly code: string
  readonly status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 503
  readonly message: string
  /** The field of the request at fault, when all refusals of this kind have the same one. */
  readonly path?: string
}
