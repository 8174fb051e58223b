// Matches the texts of forms and details with patterns, and counts their characters.

const regexps = new Map<string, RegExp>()

/** A regular expression that matches whole texts only, because not all patterns of forms are anchored. Each is compiled once. */
export function wholeTextPattern(pattern: string, flags = ''): RegExp {
  const key = `${flags}/${pattern}`
  let regexp = regexps.get(key)
  if (regexp === undefined) {
    regexp = new RegExp(`^(?:${pattern})$`, flags)
    regexps.set(key, regexp)
  }
  return regexp
}

/** Counts code points: the property `length` counts a character outside of the basic plane, such as an emoji, as two. */
export function countCharacters(text: string): number {
  return [...text].length
}
