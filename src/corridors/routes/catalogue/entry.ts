// The catalogue entry of a currency. Amounts, rates and fractions are decimal text, so that
// what a person reads here is exactly what is computed with.

import type { Currency } from '../../../kernel/money.ts'
import type { Rail } from './rails.ts'

export type Address = {
  readonly firstLine: string
  readonly postCode: string
  readonly city: string
  /** ISO 3166-1, two letters. */
  readonly country: string
  readonly stateCode?: string
}

/** ISO weekday: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

/** When banks of the currency are closed. */
export type Calendar = {
  /**
   * Whose public holidays count: a country, a country and its state (`GB-ENG`), or `TARGET`, the
   * euro's settlement system. The main country when absent.
   */
  readonly holidays?: string
  /** Saturday and Sunday when absent. */
  readonly weekend?: readonly Weekday[]
  /** Rules in the grammar of `date-holidays`, for countries that the library does not have. */
  readonly closedOn?: readonly string[]
}

/** The bank account a customer pays into. A field is there only when payments need it. */
export type PayInAccount = {
  readonly bankName: string
  readonly bankAddress: Address
  /** What the country calls `bankCode`. */
  readonly codeLabel?: string
  readonly bankCode?: string
  /** The country's name for `accountNumber`, where it differs. */
  readonly accountLabel?: string
  readonly accountNumber?: string
  readonly iban?: string
  readonly bban?: string
  readonly branchName?: string
  readonly accountType?: string
  readonly institutionNumber?: string
  readonly transitNumber?: string
  readonly beneficiaryBankBIC?: string
  readonly intermediaryBankBIC?: string
  readonly fpsIdentifier?: string
  readonly clearingNumber?: string
  /** The payer's bank asks for the addresses of the bank and of the holder (Spec A 2.5). */
  readonly showAddresses?: true
}

/** What replaces the general price on one corridor. `variable` is the whole of it, not an addition. */
export type CorridorPrice = {
  readonly fixed?: string
  readonly variable?: string
  readonly minimum?: string
}

/** What the currency is like as a source. */
export type Send = {
  /** Of the source currency, for each transfer to another currency. */
  readonly fixed: string
  /** Of the source currency; the whole price of a transfer within the currency. */
  readonly sameCurrency: string
  /** Of the source currency; fixed and variable part together are at least this. */
  readonly minimum: string
  /** Fraction of the source amount, added to the target's. */
  readonly variable?: string
  readonly corridors?: Readonly<Record<Currency, CorridorPrice>>
  /** How a bank transfer reaches us. */
  readonly rail: Rail
  readonly cards?: true
  readonly directDebit?: true
  /** Where a bank transfer is paid to; the multi-currency account when absent. */
  readonly account?: PayInAccount
}

/** What a transfer into the currency must say of itself (Spec A 4.1, Facts 5.5). */
export type Asks = {
  /** More of the target currency than this: where does the money come from? */
  readonly sourceOfFundsAbove?: string
  readonly purpose?: true
  /** What exactly, once the purpose is known. */
  readonly subPurpose?: true
  readonly nature?: true
}

/** What the currency is like as a target. */
export type Receive = {
  /** Bank: recipients have a bank form. Email: the recipient enters the bank account later (D19). */
  readonly form: 'bank' | 'email'
  /** Fraction of the source amount. */
  readonly variable: string
  /** How a bank transfer reaches the recipient. */
  readonly rail: Rail
  /** Least and most of the target currency, and the least of any source currency. */
  readonly amounts?: { readonly from: string; readonly to: string; readonly sourceFrom?: string }
  /** The text that the recipient's bank statement shows. */
  readonly reference?: { readonly lengthMax: number; readonly pattern?: string } | 'not-allowed'
  readonly asks?: Asks
}

export type CurrencyEntry = {
  readonly name: string
  readonly symbol: string
  /** ISO 3166-1 codes of where it is money, the main country first, a blank between two. */
  readonly countries: string
  /** Mid-market price of one US dollar, at least six significant digits. */
  readonly perUsd: string
  readonly calendar?: Calendar
  /** Absent: nothing can be sent from it. */
  readonly send?: Send
  /** Absent: nothing can be sent to it. */
  readonly receive?: Receive
}

/** The entries of one part of the world. */
export type Region = Readonly<Record<Currency, CurrencyEntry>>
