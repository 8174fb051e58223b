// The body of a reply with one error that has no arguments. `Refusal` makes bodies with several errors or with arguments, and
// `OauthFailure` those in the form of RFC 6749.

type DeclaredError = {
  readonly code: string
  readonly message: string
  /** The field that is wrong. */
  readonly path?: string | undefined
}

export const errorBody = ({ code, message, path }: DeclaredError) => ({
  errors: [{ arguments: [], code, message, ...(path && { path }) }],
})
