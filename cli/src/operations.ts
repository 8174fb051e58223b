// The operations with their arguments. They are read from a generated file, so that `--help` and completion need neither
// the SDK nor the service.

import generated from './generated/operations.json' with { type: 'json' }

export type OperationArguments = {
  readonly summary: string
  /** The property of the SDK's client that has the operation. */
  readonly namespace: string
  readonly method: string
  readonly path: readonly string[]
  readonly query: readonly string[]
  readonly headers: readonly string[]
  /** Fields with dots between their levels. The value of a `json` field is not text, but for example a boolean or a list. */
  readonly body?: Readonly<Record<string, 'text' | 'json' | 'files'>>
  readonly multipart?: boolean
  readonly paged?: boolean
}

export const operations: Readonly<Record<string, OperationArguments>> =
  generated as unknown as Readonly<Record<string, OperationArguments>>
