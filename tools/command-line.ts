// The output and the options that the kill, failover and rounding tests share.

export function print(text: string): void {
  process.stdout.write(text)
}

/** Generated seeds are below this number, so that a person can type them. */
const NEW_SEED_LIMIT = 1_000_000

/** A seed for a run whose command line has none. */
export function newSeed(): string {
  return String(Temporal.Now.instant().epochMilliseconds % NEW_SEED_LIMIT)
}

/** The value of the option `name` as a number. Ends the process with exit code 2 if the text is not a whole number in digits. */
export function wholeNumber(name: string, text: string): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value
  return endWithUsage(`--${name} is ${text || 'empty'}. Write a whole number, 0 or more.`)
}

/** Prints the message on standard error, and ends the process with exit code 2. */
export function endWithUsage(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}
