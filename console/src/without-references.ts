const REFERENCE = String.raw`(?:D\d+[a-z]?|gap \d+|(?:[A-C]|Facts) [\d.]+)`
const LATER_REFERENCES = new RegExp(`, ${REFERENCE}(?=[,)])`, 'g')
const ONLY_REFERENCE = new RegExp(String.raw` \(${REFERENCE}\)`, 'g')

/**
 * Removes the decisions, gaps and sections of the specification that the summaries of the service cite. Readers of the console
 * do not need them; the documents of the service explain them.
 */
export function withoutReferences(summary: string): string {
  return summary.replace(LATER_REFERENCES, '').replace(ONLY_REFERENCE, '')
}
