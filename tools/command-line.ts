// The output and the options of the programs in this folder.

export function print(text: string): void {
  process.stdout.write(text)
}

/** Seeds are below this. */
const SEED_MAX = 1_000_000

/** A seed for a run whose command line has none. */
export function newSeed(): string {
  return String(Temporal.Now.instant().epochMilliseconds % SEED_MAX)
}

/** A whole number of the command line, in digits. Ends the process with exit code 2 if the text is not one. */
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
