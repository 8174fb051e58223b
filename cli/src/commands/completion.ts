// `godwit completion`: prints the script with which a shell completes commands, options and operations.

import type { Context } from '../context.ts'
import { UsageError } from '../failures.ts'

/** The word after which the command line prints completions; only the scripts use it. */
export const COMPLETE = '__complete'

const bash = `_godwit() {
  local IFS=$'\\n'
  COMPREPLY=($(godwit ${COMPLETE} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _godwit godwit
`

const scripts: Readonly<Record<string, string>> = {
  bash,
  zsh: `autoload -U +X bashcompinit && bashcompinit\n${bash}`,
}

export function completion(this: Context, _options: object, shell: string): void {
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
  if (script === undefined)
    throw new UsageError(`There is no completion for ${shell}. Use bash or zsh.`)
  this.process.stdout.write(script)
}
