// The recorded patterns of forms and details as regular expressions.

const regexps = new Map<string, RegExp>()

/** A regular expression that matches whole texts only. Not all recorded patterns are anchored. Compiled once each. */
export function wholeTextPattern(pattern: string, flags = ''): RegExp {
  const key = `${flags}/${pattern}`
  let regexp = regexps.get(key)
  if (regexp === undefined) {
    regexp = new RegExp(`^(?:${pattern})$`, flags)
    regexps.set(key, regexp)
  }
  return regexp
}
