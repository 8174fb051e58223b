// What the command line has to find out about an operation before it calls it. Read from a printed file, so that
// `--help` and completion need neither the SDK nor the service.

import printed from './generated/operations.json' with { type: 'json' }

export type OperationArguments = {
  readonly summary: string
  readonly tag: string
  readonly method: string
  readonly path: readonly string[]
  readonly query: readonly string[]
  readonly headers: readonly string[]
  /** Fields with dots between their levels. `json`: no text, such as a boolean or a list. */
  readonly body?: Readonly<Record<string, 'text' | 'json' | 'files'>>
  readonly multipart?: boolean
  readonly paged?: boolean
}

export const operations: Readonly<Record<string, OperationArguments>> =
  printed as unknown as Readonly<Record<string, OperationArguments>>
