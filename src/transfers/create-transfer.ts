// One quote, one recipient, one transfer. The key is looked up before any rule, so that a repeat is
// answered with the transfer as it is now, whatever has become of the quote since.

import { checkTransferDetails, lapsesAt } from '../corridors/index.ts'
import { type ProfileType, profileIds, type UserCaller } from '../kernel/caller.ts'
import type { Reader, Tx } from '../kernel/db.ts'
import { announce } from '../kernel/events.ts'
import { KeyReused } from '../kernel/idempotency.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse, refuseAll } from '../kernel/refusal.ts'
import type { Settings } from '../kernel/settings.ts'
import { getProfile, mayTransfer, type ProfileRow, stillUnverified } from '../profiles/index.ts'
import {
  acceptQuote,
  checkUsable,
  chosenOption,
  findQuote,
  type QuoteRow,
  recipientFaults,
} from '../quotes/index.ts'
import { findRecipient, type RecipientRow } from '../recipients/index.ts'
import { casesChanged, stateChanged } from './announce-moves.ts'
import { DetailsInvalid, DetailsRequired, InvalidSourceAccount } from './errors.ts'
import type { ActiveCase } from './model.ts'
import type { CreateTransfer, TransferDetails } from './schemas.ts'
import { transferStates } from './states.ts'
import * as store from './store.ts'

type Asked = {
  readonly caller: UserCaller
  readonly body: CreateTransfer
  readonly now: Temporal.Instant
  readonly fresh: { uuid(): string }
  readonly settings: Settings
  readonly requestHash: () => string
}

export async function createTransfer(tx: Tx, asked: Asked): Promise<store.TransferRow> {
  const { caller, body, now, settings } = asked
  const own = profileIds(caller)
  const [quote, { repeats, freshId: id }, recipient] = await Promise.all([
    findQuote(tx, own, body.quoteUuid),
    store.listByKey(tx, own, body.customerTransactionId),
    findRecipient(tx, own, body.targetAccount),
  ])
  const repeat = repeats.find((t) => quote === undefined || t.profileId === quote.profileId)
  if (repeat !== undefined) return sameRequest(repeat, asked)

  checkUsable(quote, body.quoteUuid, now)
  const [profile, sourceAccount] = await Promise.all([
    getProfile(tx, quote.profileId),
    checkSourceAccount(tx, body.sourceAccount, quote),
  ])
  refuseAll(recipientFaults(quote, recipient))
  if (recipient === undefined) throw new Error('a missing recipient passed its check')
  checkProfile(profile, quote)
  const details = body.details ?? {}
  checkDetails(details, profile.type, quote, recipient)

  const cases: ActiveCase[] = profile.verified ? [] : ['profile_not_verified']
  const found = { id, quote, profile, sourceAccount, details, cases }
  const transfer = newTransfer(asked, found)
  const told = { transfer, now }
  const { lockedRateTransfersMax } = settings
  const [accepted] = await tx.write(
    acceptQuote(quote, now, { counts: true, lockedRateTransfersMax }),
    store.insertTransfer(transfer),
    announce(
      stateChanged(null, { ...told, number: 1 }),
      ...(cases.length > 0 ? [casesChanged({ ...told, number: 2 })] : []),
    ),
    // Verified in this very moment, it would be held up with nobody left to release it.
    ...(profile.verified ? [] : [stillUnverified(profile.id)]),
  )
  return { ...transfer, rateLockedUntil: accepted?.keepsRate ? quote.expiresAt : null }
}

function sameRequest(repeat: store.TransferRow, { body, requestHash }: Asked): store.TransferRow {
  if (repeat.requestHash !== requestHash())
    refuse(KeyReused, { path: 'customerTransactionId', arguments: [body.customerTransactionId] })
  return repeat
}

async function checkSourceAccount(
  db: Reader,
  id: Id<'recipient'> | undefined,
  { profileId, sourceCurrency }: QuoteRow,
): Promise<Id<'recipient'> | null> {
  if (id === undefined) return null
  const account = await findRecipient(db, [profileId], id)
  if (account === undefined || !account.active || account.currency !== sourceCurrency)
    refuse(InvalidSourceAccount, { arguments: [id] })
  return account.id
}

function checkProfile(profile: ProfileRow, { sourceCurrency }: QuoteRow): void {
  const may = mayTransfer(profile, sourceCurrency)
  if (may !== true) refuse(may)
}

function checkDetails(
  details: TransferDetails,
  senderType: ProfileType,
  quote: QuoteRow,
  recipient: RecipientRow,
): void {
  const { sourceMinor, targetMinor } = chosenOption(quote)
  const faults = checkTransferDetails(
    {
      source: quote.sourceCurrency,
      target: quote.targetCurrency,
      payOut: quote.payOut,
      sourceAmountMinor: sourceMinor,
      targetAmountMinor: targetMinor,
      senderType,
      recipientLegalType: recipient.legalType ?? 'PRIVATE',
    },
    details,
  )
  refuseAll(
    faults.map(({ code, path, message }) => ({
      kind: code === 'REQUIRED' ? DetailsRequired : DetailsInvalid,
      path: `details.${path}`,
      message,
    })),
  )
}

type Found = {
  readonly id: Id<'transfer'>
  readonly quote: QuoteRow
  readonly profile: ProfileRow
  readonly sourceAccount: Id<'recipient'> | null
  readonly details: TransferDetails
  readonly cases: readonly ActiveCase[]
}

function newTransfer({ caller, body, now, fresh, requestHash }: Asked, found: Found) {
  const { id, quote, profile, sourceAccount, details, cases } = found
  const { payIn, payOut, sourceMinor, feeMinor, partnerMinor, targetMinor } = chosenOption(quote)
  return {
    profileId: quote.profileId,
    id,
    userId: caller.userId,
    business: profile.type === 'BUSINESS',
    quoteId: quote.id,
    targetAccount: body.targetAccount,
    sourceAccount,
    status: transferStates.initial,
    payIn,
    payOut,
    sourceCurrency: quote.sourceCurrency,
    sourceMinor,
    feeMinor,
    partnerFeeMinor: partnerMinor,
    partnerApplicationId: quote.applicationId,
    targetCurrency: quote.targetCurrency,
    targetMinor,
    rate: quote.rate,
    rateLockedUntil: quote.expiresAt,
    details,
    customerTransactionId: body.customerTransactionId.toLowerCase(),
    requestHash: requestHash(),
    payinSessionId: fresh.uuid(),
    cases,
    announced: 1 + (cases.length > 0 ? 1 : 0),
    paidBalanceId: null,
    createdAt: now,
    lapsesAt: lapsesAt(quote.sourceCurrency, now),
    advancesAt: null,
    paymentMethod: null,
  } satisfies store.TransferRow
}
