/** The documents of the service explain the decisions and gaps that its summaries cite; readers here do not need them. */
export function withoutReferences(summary: string): string {
  return summary.replace(/ \((?:D\d+|gap \d+)(?:, (?:D\d+|gap \d+))*\)/g, '')
}
