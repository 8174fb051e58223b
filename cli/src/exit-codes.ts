/** The exit codes of every command (README.md). */
export const EXIT = {
  done: 0,
  /** The service refused the request, the command cannot be carried out, or the command has a bug. */
  failed: 1,
  /** The command line, or an answer to a question of `send`, is wrong; only `send` may have sent requests before. */
  usage: 2,
  /** The service was not reached or was overloaded. The last request changed nothing; earlier ones of a command may have. */
  notAvailable: 3,
  /** It is unknown whether a request that changes something took effect. */
  outcomeUnknown: 4,
  /** Ctrl-C or SIGTERM. */
  interrupted: 130,
} as const
