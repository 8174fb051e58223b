// Recipient accounts for tests: one each in pounds, dollars and euros, and one known only by e-mail.

import type { AccountDraft } from '../forms/index.ts'

export const pounds: AccountDraft = {
  currency: 'GBP',
  type: 'sort_code',
  accountHolderName: 'Nora Sample',
  details: { legalType: 'PRIVATE', sortCode: '040075', accountNumber: '37778842' },
}

export const dollars: AccountDraft = {
  currency: 'USD',
  type: 'aba',
  accountHolderName: 'Nora Sample',
  details: {
    legalType: 'PRIVATE',
    abartn: '111000025',
    accountNumber: '65261083',
    accountType: 'CHECKING',
  },
}

export const euros: AccountDraft = {
  currency: 'EUR',
  type: 'iban',
  accountHolderName: 'Nora Sample',
  details: { legalType: 'PRIVATE', IBAN: 'DE75512108001245126199' },
}

export const mail: AccountDraft = {
  currency: 'EUR',
  type: 'email',
  accountHolderName: 'Nora Sample',
  details: { email: 'nora@example.com' },
}

/** The draft with details added or replaced. */
export const withDetails = (
  draft: AccountDraft,
  details: Record<string, unknown>,
): AccountDraft => ({
  ...draft,
  details: { ...draft.details, ...details },
})
