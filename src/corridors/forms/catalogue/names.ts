// The rules for an account holder's name (A 2.2, rules 1 to 4).

// Rule 4, as a character class without its brackets and without the space.
const CHARACTERS_ALLOWED = "A-Za-zÀ-ÖØ-öø-ÿ-_()'*,."

/** The pattern while the legal type is unknown: only the characters are checked. */
export const NAME_CHARACTERS = String.raw`^[0-9${CHARACTERS_ALLOWED}\s]+$`

/** Rule 1: more than one name, the first and the last longer than one character, no digits. */
const PERSONAL_NAME = String.raw`^\s*[${CHARACTERS_ALLOWED}]{2,}(?:\s+[${CHARACTERS_ALLOWED}]+)*\s+[${CHARACTERS_ALLOWED}]{2,}\s*$`

/** Rule 2: one name is enough, but all names together must have at least two characters. */
const BUSINESS_NAME = String.raw`^(?=\s*\S\s*\S)[0-9${CHARACTERS_ALLOWED}\s]+$`

export type LegalType = 'PRIVATE' | 'BUSINESS'

const SIGNS_ALLOWED = "The signs - _ ( ) ' * , . are allowed."

const RULES: Readonly<Record<LegalType, { readonly pattern: string; readonly message: string }>> = {
  PRIVATE: {
    pattern: PERSONAL_NAME,
    message:
      "Please enter the account holder's full name in Latin letters: first and last name of at least two characters " +
      `each, without digits. ${SIGNS_ALLOWED}`,
  },
  BUSINESS: {
    pattern: BUSINESS_NAME,
    message: `Please enter the business's name in Latin letters, of more than one character. ${SIGNS_ALLOWED}`,
  },
}

export const nameRule = (legalType: LegalType) => RULES[legalType]
