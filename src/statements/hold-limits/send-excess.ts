// Sends excess money as transfers that the service creates and funds for the profile (D99). These transfers are priced,
// reported and shown like all other transfers.

import {
  type BalanceRow,
  balanceTypes,
  findBalance,
  listOpenBalances,
} from '../../balances/index.ts'
import { limitsOf } from '../../corridors/index.ts'
import { onBehalfOf, type UserCaller } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/database/db.ts'
import { requestHash } from '../../kernel/idempotency.ts'
import type { Id } from '../../kernel/ids.ts'
import { isAfter } from '../../kernel/instant.ts'
import { type Currency, type Money, smallerMinor, toText } from '../../kernel/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Settings } from '../../kernel/settings.ts'
import type { SweepContext } from '../../kernel/sweep.ts'
import { endOf } from '../../kernel/timer.ts'
import { listDebts } from '../../ledger/index.ts'
import { getProfile, type ProfileRow } from '../../profiles/index.ts'
import { chosenOption, createQuote, worthNow } from '../../quotes/index.ts'
import { findRecipient } from '../../recipients/index.ts'
import { customerTransactionKey, fundTransfer, placeTransfer } from '../../transfers/index.ts'
import { excessChangeDelay } from '../timers.ts'
import { findExcess, type HoldLimit } from './limits.ts'
import { acceptsExcess } from './set-excess-recipient.ts'
import * as store from './store.ts'

export type CheckContext = {
  readonly now: Temporal.Instant
  readonly random: SweepContext['random']
  readonly settings: Settings
}

/**
 * All transfers of a check are sent in one transaction: more transfers would hold its locks for longer. Excess that these
 * transfers do not send is sent the next day (gap 325).
 */
const TRANSFERS_PER_CHECK_MAX = 20
// The reference is short enough for every route. The source of funds is required by routes for large amounts.
const details = {
  reference: 'Excess',
  sourceOfFunds: 'verification.source.of.funds.other',
  sourceOfFundsOther: 'Money above the hold limit',
}

/** A check that is due: its row, the limit that applies, and the time, the settings and the generator of ids of this run. */
export type DueCheck = {
  readonly check: store.CheckRow
  readonly limit: HoldLimit
  readonly context: CheckContext
}

/**
 * Sends the amount of the breach in up to TRANSFERS_PER_CHECK_MAX transfers. The caller must hold the locks of the profile's
 * balances. Sends nothing while the profile has debts or no suitable recipient, or when the recipient or the country was set
 * or changed within the last day.
 */
export async function sendExcess(
  tx: Tx,
  breach: store.BreachRow,
  { check, limit, context }: DueCheck,
): Promise<void> {
  const { profileId } = breach
  const excessRecipient = await store.findExcessRecipient(tx, profileId)
  if (
    excessRecipient === undefined ||
    isTooRecent([excessRecipient.setAt, check.countryChangedAt], context.now)
  )
    return
  const recipient = await findRecipient(tx, [profileId], excessRecipient.recipientId)
  if (recipient === undefined || !acceptsExcess(recipient, limit)) return
  if ((await listDebts(tx, profileId)).length > 0) return

  const input = { excessRecipient, profile: await getProfile(tx, profileId), context }
  const balances = await rankBalances(tx, profileId, breach.currency, context.now)
  let excess = { minor: breach.amountMinor, currency: breach.currency }
  let sentCount = 0
  for (const { id } of balances) {
    while (excess.minor > 0n && sentCount < TRANSFERS_PER_CHECK_MAX) {
      if (!(await sendFrom(tx, id, excess, input))) break
      sentCount++
      // Calculated again, because the fee has reduced the balance too.
      excess = await findExcess(tx, profileId, limit, context.now)
    }
  }
}

/** An attacker with a stolen session may have made the change, so the owner has a day to notice it. */
function isTooRecent(changes: readonly Temporal.Instant[], now: Temporal.Instant): boolean {
  return changes.some((changedAt) => isAfter(endOf(excessChangeDelay, changedAt), now))
}

/**
 * The balances in the order in which they send: STANDARD before SAVINGS, then the currency of the limit before others,
 * then the largest value first.
 */
async function rankBalances(
  tx: Tx,
  profileId: Id<'profile'>,
  currency: Currency,
  now: Temporal.Instant,
): Promise<BalanceRow[]> {
  const balances = await listOpenBalances(tx, profileId, balanceTypes)
  const ranked = await Promise.all(
    balances.map(async (balance) => ({
      balance,
      typeRank: balanceTypes.indexOf(balance.type),
      currencyRank: balance.currency === currency ? 0 : 1,
      worthMinor: await worthMinorOf(tx, balance, currency, now),
    })),
  )
  return ranked
    .sort(
      (a, b) =>
        a.typeRank - b.typeRank ||
        a.currencyRank - b.currencyRank ||
        Number(b.worthMinor - a.worthMinor),
    )
    .map(({ balance }) => balance)
}

function worthMinorOf(
  tx: Tx,
  { availableMinor: minor, currency: balanceCurrency }: BalanceRow,
  currency: Currency,
  now: Temporal.Instant,
): Promise<bigint> {
  return worthNow(tx, { minor, currency: balanceCurrency }, { currency, now, rounding: 'down' })
}

type ExcessInput = {
  readonly excessRecipient: store.ExcessRecipient
  readonly profile: ProfileRow
  readonly context: CheckContext
}

/**
 * Sends as much of the excess as one transfer from this balance allows. Returns false when the balance is empty or the
 * transfer cannot be created, for example because the amount is below the minimum of the route. A refusal of the payment
 * is thrown and rolls the check back: otherwise the transfer would be committed unpaid.
 */
async function sendFrom(
  tx: Tx,
  balanceId: Id<'balance'>,
  excess: Money,
  input: ExcessInput,
): Promise<boolean> {
  const balance = await findBalance(tx, input.profile.id, balanceId)
  if (balance === undefined || balance.availableMinor <= 0n) return false
  const transferId = await placeFrom(tx, balance, excess, input).catch(undefinedIfRefused)
  if (transferId === undefined) return false
  const { now, settings } = input.context
  const body = { type: 'BALANCE', balanceId }
  await fundTransfer(tx, { profileIds: [input.profile.id], transferId, body, now, settings })
  return true
}

function undefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

/** Creates the transfer, with its quote. */
async function placeFrom(
  tx: Tx,
  balance: BalanceRow,
  excess: Money,
  { excessRecipient, profile, context }: ExcessInput,
): Promise<Id<'transfer'>> {
  const caller = callerFor(excessRecipient, profile)
  const quote = await quoteFrom(tx, balance, excess, { excessRecipient, caller, context })
  const key = customerTransactionKey(context.random.uuid())
  const { id } = await placeTransfer(tx, {
    ...context,
    caller,
    requestHash: () => requestHash('hold-limit-breach', {}),
    order: {
      profileIds: [profile.id],
      key,
      quoteId: quote.id,
      targetAccount: excessRecipient.recipientId,
      details,
      isPaidOnCreation: true,
    },
  })
  return id
}

type QuoteContext = {
  readonly excessRecipient: store.ExcessRecipient
  readonly caller: UserCaller
  readonly context: CheckContext
}

/** The fee is added to the amount that the recipient gets, unless the balance does not cover both. */
async function quoteFrom(
  tx: Tx,
  balance: BalanceRow,
  { minor, currency: target }: Money,
  { excessRecipient, caller, context }: QuoteContext,
) {
  const { profileId, currency: source, availableMinor } = balance
  const { maxTargetMinor } = limitsOf(source, target)
  const wantedMinor = smallerMinor(minor, maxTargetMinor)
  const wholeBalance = { sourceAmount: toText({ minor: availableMinor, currency: source }) }
  const wantedAmount = { targetAmount: toText({ minor: wantedMinor, currency: target }) }
  const quoteFor = (amount: typeof wholeBalance | typeof wantedAmount) =>
    createQuote(tx, {
      params: { profileId },
      body: {
        sourceCurrency: source,
        targetCurrency: target,
        targetAccount: excessRecipient.recipientId,
        preferredPayIn: 'BALANCE',
        ...amount,
      },
      caller,
      ...context,
    })
  if ((await worthMinorOf(tx, balance, target, context.now)) <= wantedMinor)
    return quoteFor(wholeBalance)
  const quoted = await quoteFor(wantedAmount)
  return chosenOption(quoted).sourceMinor <= availableMinor ? quoted : quoteFor(wholeBalance)
}

/** The service acts for the user who set the recipient, at the standard price instead of that of an application. */
function callerFor({ userId }: store.ExcessRecipient, { id, type }: ProfileRow): UserCaller {
  const profiles = [{ id, type }]
  return { ...onBehalfOf(userId), profiles }
}
