/**
 * A fault of the configuration, which the operator can correct, such as an invalid variable. The message states what to do.
 * The process ends with the message, without a stack.
 */
export class ConfigError extends Error {}
