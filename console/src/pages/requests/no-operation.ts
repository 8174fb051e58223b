/** The value of `operation` for a request that no operation answers. */
export const NO_OPERATION = 'none'
