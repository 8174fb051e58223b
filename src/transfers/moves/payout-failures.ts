// The reason codes of a payout failure (Facts 2.4), with the description that events show.

export const payoutFailures: Readonly<Record<string, string>> = {
  ACCOUNT_CLOSED: 'The account is closed.',
  ACCOUNT_FROZEN: 'The account is frozen.',
  ACCOUNT_BLOCKED: 'The account is blocked.',
  ACCOUNT_LIMIT_REACHED: 'The account has a limit that the recipient can lift.',
  WRONG_ACCOUNT_NUMBER: 'The account number is not valid.',
  WRONG_CARD_NUMBER: 'The card number is not valid.',
  WRONG_ACCOUNT_DETAILS: 'The account number or the bank code is not valid.',
  WRONG_ACCOUNT_TYPE: 'The account is of another type.',
  WRONG_BANK_CODE: 'The bank code is wrong.',
  WRONG_BRANCH_CODE: 'The branch code is wrong.',
  WRONG_NAME: 'The account exists, but in another name.',
  WRONG_PHONE_NUMBER: "The recipient's phone number is wrong.",
  WRONG_ID_NUMBER: "The number of the recipient's identity document is wrong.",
  WRONG_RUT_NUMBER: 'The RUT number is wrong.',
  TAX_ID_NOT_MATCHING: 'The tax id belongs to another name.',
  TAX_ID_SUSPENDED: 'The tax id is suspended.',
  WRONG_REFERENCE: 'The reference is not valid.',
  WRONG_PAYMENT_PURPOSE: 'The purpose of the payment is not valid or not accepted.',
  ACCOUNT_DOES_NOT_EXIST: 'The bank has no account with this number.',
  WRONG_CURRENCY: 'The account is kept in another currency.',
  WRONG_CARD_TYPE: 'The type of the card is not supported.',
  CANNOT_ACCEPT_FROM_3RD_PARTY: 'The bank takes no payments from third parties.',
  CREDITING_ACCOUNT_FORBIDDEN: 'The terms of the account forbid the credit.',
  DUPLICATE_ENTRY: 'The bank reports another payment of the same amount.',
  FUNDS_NOT_EXPECTED_RETURNED: 'The recipient did not expect the money and returned it.',
  MANDATE_NOT_FILLED_IN: 'The recipient did not complete the form in time.',
  BUSINESS_PAYMENTS_FORBIDDEN: 'Payments to business accounts are not allowed.',
  SENDER_REQUESTED_TO_CANCEL: 'The sender cancelled.',
  RETURN_REQUESTED_BY_RECIPIENT: 'The recipient requested the return.',
  REQUEST_FOR_INFORMATION_EXPIRED: 'A request for information was not answered in time.',
  EXTERNAL_IDENTIFIER_DETAILS_HAVE_CHANGED:
    'The external identifier now belongs to another account.',
  REASON_NOT_SPECIFIED: 'The bank gave no reason.',
}

/** The reason of a bounce whose request contains no reason. */
export const DEFAULT_REASON = 'REASON_NOT_SPECIFIED'
