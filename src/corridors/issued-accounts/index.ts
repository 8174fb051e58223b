// Accounts that customers receive money on: their numbers, the rows that show them to people, and their fees.

export {
  type AccountNumbers,
  composeNumbers,
  issuedCurrencies,
  payableNumbers,
} from './compose-numbers.ts'
export { type AccountRow, accountRows, exampleRows } from './describe-numbers.ts'
export {
  accountFee,
  accountRowTypes,
  hasIssuedAccounts,
  issuedBank,
  type ReceiveType,
  receivesSwift,
  receiveTypes,
} from './issued-currencies.ts'
