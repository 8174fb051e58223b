// The stages of a Dockerfile, and which files .dockerignore leaves out of the image.

type Instruction = { readonly name: string; readonly text: string }
type Stage = {
  readonly name: string
  /** The image or stage that it begins with. */
  readonly base: string
  readonly instructions: readonly Instruction[]
}

export function stagesOf(dockerfile: string): Stage[] {
  const stages: { name: string; base: string; instructions: Instruction[] }[] = []
  const lines = dockerfile
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  for (const line of lines) {
    const [, name = '', text = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? []
    const [, base = '', stage = ''] = /^(\S+)(?: AS (\S+))?$/.exec(text) ?? []
    if (name === 'FROM') stages.push({ name: stage, base, instructions: [] })
    else stages.at(-1)?.instructions.push({ name, text })
  }
  return stages
}

type Copy = {
  /** The stage that files come from; undefined for the repository. */
  readonly from: string | undefined
  readonly sources: readonly string[]
  readonly target: string
}

/** Parses the text of a COPY instruction. */
export function parseCopy(text: string): Copy {
  const [, from] = /^--from=(\S+)/.exec(text) ?? []
  const paths = text.replace(/^--from=\S+\s+/, '').split(/\s+/)
  return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' }
}

/** Whether a path of the repository is left out; the last pattern that matches decides. */
export function isIgnored(path: string, dockerignore: string): boolean {
  const patterns = dockerignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const deciding = patterns.findLast((pattern) => regexOf(pattern.replace('!', '')).test(path))
  return deciding !== undefined && !deciding.startsWith('!')
}

function regexOf(pattern: string): RegExp {
  const text = pattern
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**/', '(?:.+/)?')
    .replaceAll('*', '[^/]*')
  return new RegExp(`^${text}(?:/.*)?$`)
}
