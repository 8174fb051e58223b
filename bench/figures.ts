// Computes, formats and prints the figures of benchmarks: percentiles, means, numbers with their precision, and tables.

/** Percentiles in milliseconds. */
export type Latency = { readonly p50: number; readonly p95: number; readonly p99: number }

/** Percentiles by nearest rank: the least latency that this share of the requests does not exceed. NaN without requests. */
export function latencyOf(milliseconds: readonly number[]): Latency {
  const sorted = [...milliseconds].sort((a, b) => a - b)
  const at = (percent: number) =>
    sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN
  return { p50: at(50), p95: at(95), p99: at(99) }
}

/** A table in Markdown, which is printed and can be copied to docs/benchmarks.md. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]) {
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
}

/** A row of a table in Markdown. */
export const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`

export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b)
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return mean(middle)
}

export function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length
}

/** The texts of figures in tables. */
export const ms = (value: number) => value.toFixed(1)
export const perSecond = (value: number) => Math.round(value).toLocaleString('en')
export const ratio = (value: number) => value.toFixed(2)

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}
