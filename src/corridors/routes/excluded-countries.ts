/**
 * Countries whose residents cannot have a multi-currency account, and in which cards cannot be used (D51, D68). ISO
 * 3166-1 alpha-2 codes.
 */
export const excludedCountries: ReadonlySet<string> = new Set('AF BY CU IR KP RU SY'.split(' '))
