// Values in the code samples of all pages, with which a pasted sample about the seeded user runs unchanged.

/**
 * The token of the seeded user, which the service prints when it starts. For a user who is chosen in the header the console has no
 * token, so samples about this user need another one.
 */
export const SAMPLE_TOKEN = '5a4d0b0c-0000-4000-8000-000000000001'

export const serviceUrl = location.origin
