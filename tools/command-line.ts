// The output and the options of the programs in this folder.

export function say(text: string): void {
  process.stdout.write(text)
}

const SEED_MAX = 1_000_000

/** A seed for a run whose command line has none. */
export function newSeed(): string {
  return String(Temporal.Now.instant().epochMilliseconds % SEED_MAX)
}

/** A whole number of the command line. Ends the process with exit code 2 if the text is not one. */
export function wholeNumber(name: string, text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 0) return value
  say(`--${name} is ${text}. Write a whole number.\n`)
  process.exit(2)
}
