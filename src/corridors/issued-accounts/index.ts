// Accounts that customers receive money on: their numbers, their rows and their fees.

export {
  type AccountNumbers,
  composeNumbers,
  issuedCurrencies,
  payableNumbers,
} from './compose-numbers.ts'
export {
  type AccountRow,
  accountFee,
  accountRows,
  accountRowTypes,
  currencyName,
  exampleRows,
  hasIssuedAccounts,
  issuedBank,
  type ReceiveType,
  receivesAbroad,
  receiveTypes,
} from './describe-numbers.ts'
