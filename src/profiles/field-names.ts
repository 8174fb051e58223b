// Where in a body a violation is told: the rules name fields as they are kept, and each version of
// the interface spells them in its own way.

import type { ErrorKind, Fault } from '../kernel/refusal.ts'
import { Missing } from './errors.ts'
import type { Violation } from './rules/parse-fields.ts'

export type Spelling = {
  /** Names of fields that the version spells differently. */
  readonly names: Readonly<Record<string, string>>
  readonly prefix: string
  /** What is said of a field that is missing, where it is not MISSING. */
  readonly missing?: (name: string) => ErrorKind
}

export function faultsOf(violations: readonly Violation[], spelling: Spelling): Fault[] {
  return violations.map(({ kind, field, message, given }) => {
    const name = spelling.names[field] ?? field
    return {
      kind: kind === Missing && spelling.missing ? spelling.missing(name) : kind,
      path: spelling.prefix + name,
      message: kind === Missing ? `${name} must be given` : `${name} ${message}`,
      arguments: given === undefined ? [name] : [name, given],
    }
  })
}
