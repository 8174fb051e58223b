// The operator's commands about account details: the service does not read the messages of a bank, so the operator
// enters the payments that arrive (D86).

import {
  ACCOUNT_LENGTH_MAX,
  findNumberOwner,
  PARTY_LENGTH_MAX,
  payDetailsFee,
  receivePayment,
  storedNumber,
} from '../../account-details/index.ts'
import { money, textWithCurrency } from '../../kernel/money.ts'
import { isPlainText } from '../../kernel/wire.ts'
import {
  type Command,
  idOption,
  type Options,
  textOption,
  UsageError,
  uuidOption,
} from './options.ts'

const detailsFeeTake: Command = {
  name: 'details-fee take',
  summary:
    "Takes the fee of an account details order from the profile's balance in the currency of the order.",
  required: ['profile', 'order'],
  optional: [],
  async run(tx, options, { now, settings }) {
    const ids = {
      profileId: idOption<'profile'>(options, 'profile'),
      orderId: uuidOption(options, 'order'),
    }
    const { id, status } = await payDetailsFee(tx, { ...ids, now, settings })
    return [`order ${id} is ${status}`]
  },
}

const depositBook: Command = {
  name: 'deposit book',
  summary:
    'Records a payment that arrived at account details: --number is the IBAN, or the number with the code of the bank before it; --transaction is the id of the payment at the bank; a payment that is entered twice is credited once. Set --uetr for a SWIFT payment only.',
  required: ['currency', 'number', 'amount', 'transaction', 'sender-name'],
  optional: ['sender-account', 'sender-bank', 'sender-address', 'reference', 'uetr'],
  async run(tx, options, { now, random }) {
    const currency = textOption(options, 'currency')
    const number = storedNumber(textOption(options, 'number'))
    const owner = await findNumberOwner(tx, currency, number)
    if (owner === undefined)
      throw new UsageError(
        `No ${currency} account details have the number ${number}. Check --currency and --number.`,
      )
    // Only SWIFT payments have a unique end-to-end transaction reference (UETR).
    const isSwift = options['uetr'] !== undefined
    const payment = await receivePayment(tx, {
      ...owner,
      currency,
      amount: textOption(options, 'amount'),
      kind: isSwift ? 'SWIFT' : 'LOCAL',
      sender: {
        name: lineOf(options, 'sender-name'),
        accountNumber: lineOf(options, 'sender-account', ACCOUNT_LENGTH_MAX),
        bankCode: lineOf(options, 'sender-bank'),
        address: lineOf(options, 'sender-address'),
      },
      reference: lineOf(options, 'reference') ?? '',
      bankTransactionId: lineOf(options, 'transaction') ?? '',
      uetr: isSwift ? uuidOption(options, 'uetr') : random.uuid(),
      now,
    })
    const amount = textWithCurrency(money(payment.amountMinor, currency))
    return [
      `payment ${payment.id} of ${amount} to balance ${payment.balanceId} of profile ${payment.profileId} is ${payment.state}`,
    ]
  },
}

/** One line of text that fits into an event; null when the option is absent. Throws UsageError for any other text. */
function lineOf(options: Options, name: string, lengthMax = PARTY_LENGTH_MAX): string | null {
  const value = options[name]
  if (value === undefined) return null
  if (value.trim() === '' || value.length > lengthMax || !isPlainText(value))
    throw new UsageError(`--${name} must be one line of 1 to ${lengthMax} characters.`)
  return value
}

export const accountDetailsCommands: readonly Command[] = [detailsFeeTake, depositBook]
