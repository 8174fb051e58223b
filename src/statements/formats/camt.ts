// A statement as ISO 20022 camt.053, version 001.12, for accounting software. Amounts are decimal text, addresses are
// structured. Texts are cut to the lengths that the schema allows; amounts are never cut.

import { provider } from '../../corridors/index.ts'
import { type Decimal, decimalText, divide } from '../../kernel/decimal.ts'
import { inBatches } from '../../kernel/documents/document.ts'
import { type XmlElement, xmlBegin, xmlEnd, xmlOf } from '../../kernel/documents/xml.ts'
import { type Money, toText } from '../../kernel/money.ts'
import { toMillisecond } from '../../kernel/wire.ts'
import { fullName, type ProfileRow, primaryAddress } from '../../profiles/index.ts'
import type { Line } from '../lines.ts'
import type { Statement } from '../read-statement.ts'
import { isDebit, totalsOf } from './totals.ts'

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.12'

/** The lengths that the schema allows, in characters. */
const lengthMax = {
  accountName: 70,
  name: 140,
  street: 140,
  town: 140,
  postCode: 16,
  countrySubdivision: 35,
  reference: 35,
  remittance: 140,
  accountId: 34,
  entryInformation: 500,
} as const

/** `id` is a UUID of this request; `now` is the creation time of the statement. */
export function* camtChunks(
  statement: Statement,
  id: string,
  now: Temporal.Instant,
): Generator<string> {
  const messageId = id.replaceAll('-', '')
  yield xmlBegin(['Document', 'BkToCstmrStmt'], NAMESPACE)
  yield xmlOf({ GrpHdr: { MsgId: messageId, CreDtTm: toMillisecond(now) } })
  yield `<Stmt>${xmlOf(headOf(statement, messageId, now))}`
  for (const batch of inBatches(statement.lines.toReversed()))
    yield xmlOf({ Ntry: batch.map(entryOf) })
  yield xmlEnd(['Document', 'BkToCstmrStmt', 'Stmt'])
}

function headOf(statement: Statement, id: string, now: Temporal.Instant): XmlElement {
  const { balance, interval, profile, openingMinor, closingMinor } = statement
  const { currency } = balance
  return {
    Id: id,
    CreDtTm: toMillisecond(now),
    FrToDt: { FrDtTm: toMillisecond(interval.from), ToDtTm: toMillisecond(interval.to) },
    Acct: {
      Id: { Othr: { Id: String(balance.id) } },
      Ccy: currency,
      Nm: cut(balance.name ?? '', lengthMax.accountName),
      Ownr: { Nm: cut(fullName(profile), lengthMax.name), PstlAdr: ownersAddress(profile) },
      Svcr: { FinInstnId: { Nm: provider.name, PstlAdr: addressOf(provider.address) } },
    },
    Bal: [
      balanceOf('OPBD', { minor: openingMinor, currency }, interval.from),
      balanceOf('CLBD', { minor: closingMinor, currency }, interval.to),
    ],
    TxsSummry: summaryOf(statement),
  }
}

function ownersAddress(profile: ProfileRow): XmlElement | undefined {
  const address = primaryAddress(profile)
  return address && addressOf(address)
}

function addressOf(address: {
  readonly firstLine: string
  readonly city: string
  readonly postCode?: string | null | undefined
  readonly state?: string | null | undefined
  readonly country: string
}): XmlElement {
  return {
    StrtNm: cut(address.firstLine, lengthMax.street),
    PstCd: cut(address.postCode ?? '', lengthMax.postCode),
    TwnNm: cut(address.city, lengthMax.town),
    CtrySubDvsn: cut(address.state ?? '', lengthMax.countrySubdivision),
    Ctry: address.country,
  }
}

function balanceOf(code: 'OPBD' | 'CLBD', amount: Money, at: Temporal.Instant): XmlElement {
  return {
    Tp: { CdOrPrtry: { Cd: code } },
    Amt: amountOf(amount),
    CdtDbtInd: directionOf(amount),
    Dt: { DtTm: toMillisecond(at) },
  }
}

/**
 * The schema allows no more digits in a sum. With a longer sum the whole summary is left out, because readers can add up
 * the entries.
 */
const SUM_DIGITS_MAX = 18

function summaryOf(statement: Statement): XmlElement | undefined {
  const { credits, debits } = totalsOf(statement)
  const net = { ...credits.sum, minor: credits.sum.minor - debits.sum.minor }
  const all = { ...credits.sum, minor: credits.sum.minor + debits.sum.minor }
  if (all.minor.toString().length > SUM_DIGITS_MAX) return undefined
  return {
    TtlNtries: {
      NbOfNtries: String(credits.count + debits.count),
      Sum: toText(all),
      TtlNetNtry: { Amt: toText(absolute(net)), CdtDbtInd: directionOf(net) },
    },
    TtlCdtNtries: { NbOfNtries: String(credits.count), Sum: toText(credits.sum) },
    TtlDbtNtries: { NbOfNtries: String(debits.count), Sum: toText(debits.sum) },
  }
}

function entryOf(line: Line): XmlElement {
  const [amount, direction] = [amountOf(absolute(line.amount)), directionOf(line.amount)]
  const reference = cut(line.referenceNumber, lengthMax.reference)
  return {
    NtryRef: String(line.sequence),
    Amt: amount,
    CdtDbtInd: direction,
    Sts: { Cd: 'BOOK' },
    BookgDt: { DtTm: toMillisecond(line.at) },
    ValDt: { DtTm: toMillisecond(line.at) },
    AcctSvcrRef: reference,
    BkTxCd: { Prtry: { Cd: line.type, Issr: provider.name } },
    NtryDtls: {
      TxDtls: {
        Refs: { AcctSvcrRef: reference },
        Amt: amount,
        CdtDbtInd: direction,
        AmtDtls: exchangeOf(line),
        Chrgs: chargesOf(line),
        RltdPties: partyOf(line),
        RmtInf: { Ustrd: cut(line.paymentReference ?? '', lengthMax.remittance) },
      },
    },
    AddtlNtryInf: cut(line.description, lengthMax.entryInformation),
  }
}

/** The other amount of an exchange. The rate is the price of one unit of `unit` in the other currency of the exchange. */
function exchangeOf(line: Line): XmlElement | undefined {
  const { exchange, amount } = line
  if (exchange === undefined) return undefined
  const { currency: other } = exchange.forAmount
  const [source, target] = isDebit(line) ? [amount.currency, other] : [other, amount.currency]
  const rate = rateText(exchange.rate)
  const { unit = source } = exchange
  const exchanged = { SrcCcy: source, TrgtCcy: target, UnitCcy: unit, XchgRate: rate }
  return { CntrValAmt: { Amt: amountOf(exchange.forAmount), CcyXchg: rate && exchanged } }
}

function chargesOf({ fee }: Line): XmlElement | undefined {
  if (fee.minor === 0n) return undefined
  return {
    TtlChrgsAndTaxAmt: amountOf(fee),
    Rcrd: { Amt: amountOf(fee), CdtDbtInd: 'DBIT', ChrgInclInd: 'true' },
  }
}

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

function partyOf(line: Line): XmlElement | undefined {
  const { payee, merchant } = line
  if (merchant) {
    const party = { Pty: { Nm: cut(merchant.name, lengthMax.name) } }
    return isDebit(line) ? { Cdtr: party } : { Dbtr: party }
  }
  if (payee === undefined) return undefined
  const bare = payee.account.replaceAll(' ', '')
  const id = IBAN.test(bare)
    ? { IBAN: bare }
    : { Othr: { Id: cut(payee.account, lengthMax.accountId) } }
  return {
    Cdtr: { Pty: { Nm: cut(payee.name, lengthMax.name) } },
    CdtrAcct: payee.account ? { Id: id } : undefined,
  }
}

function amountOf(amount: Money) {
  return { attributes: { Ccy: amount.currency }, text: toText(absolute(amount)) }
}

const absolute = (amount: Money): Money =>
  amount.minor < 0n ? { ...amount, minor: -amount.minor } : amount

const directionOf = ({ minor }: Money) => (minor < 0n ? 'DBIT' : 'CRDT')

/** The schema allows 11 digits, at most 10 of them decimals. */
const RATE_DIGITS_MAX = 11
const RATE_SCALE_MAX = 10

/** Undefined for a rate with more integer digits than the schema allows. */
function rateText({ digits, scale }: Decimal): string | undefined {
  const excessDigits = Math.max(
    digits.toString().length - RATE_DIGITS_MAX,
    scale - RATE_SCALE_MAX,
    0,
  )
  const dropped = Math.min(excessDigits, scale)
  const rounded = divide(digits, 10n ** BigInt(dropped), 'half_up')
  if (rounded.toString().length > RATE_DIGITS_MAX) return undefined
  return decimalText({ digits: rounded, scale: scale - dropped })
}

/** Counts code points, as the schema does. The last code point of a text that was cut is an ellipsis. */
function cut(text: string, charactersMax: number): string {
  const characters = [...text.trim()]
  if (characters.length <= charactersMax) return characters.join('')
  return `${characters.slice(0, charactersMax - 1).join('')}…`
}
