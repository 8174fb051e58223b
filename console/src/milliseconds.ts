/** Microseconds as text, such as `1.5 ms`. */
export function milliseconds(micros: number): string {
  return `${(micros / 1000).toFixed(1)} ms`
}
