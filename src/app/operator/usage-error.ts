/** A sentence about what stands on the command line. */
export class UsageError extends Error {}
