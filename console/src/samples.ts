// Values that code samples of all pages contain, so that the samples run when they are pasted.

/** The token of the seeded user, which the service prints when it starts. */
export const SAMPLE_TOKEN = '5a4d0b0c-0000-4000-8000-000000000001'

export const serviceUrl = location.origin
