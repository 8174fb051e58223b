const compiled = new Map<string, RegExp>()

/** The whole text must match, though only some of the recorded patterns are anchored. Compiled once. */
export function wholly(pattern: string, flags = ''): RegExp {
  const key = `${flags}/${pattern}`
  let regexp = compiled.get(key)
  if (regexp === undefined) {
    regexp = new RegExp(`^(?:${pattern})$`, flags)
    compiled.set(key, regexp)
  }
  return regexp
}
