// Known exceptions of the architecture tests. The lists may only shrink: `npm run check` fails for an entry
// that is no longer needed.

/** Operations without a test file, such as `transfers.create`. */
export const untested: readonly string[] = []

/** Declared refusals that no test provokes: `transfers.create 409 quote.already-used`. */
export const unprovoked: readonly string[] = []
