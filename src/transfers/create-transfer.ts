// One quote, one recipient, one transfer. The key is looked up before any rule, so that a repeat is
// answered with the transfer as it is now, whatever has become of the quote since.

import { checkTransferDetails, DetailRequired, lapsesAt } from '../corridors/index.ts'
import { profileIds, type UserCaller } from '../kernel/caller.ts'
import type { Reader, Tx } from '../kernel/database/db.ts'
import type { WriteStep } from '../kernel/database/write-step.ts'
import { recordEvents } from '../kernel/events.ts'
import { KeyReused } from '../kernel/idempotency.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse, refuseAll } from '../kernel/refusal.ts'
import type { Settings } from '../kernel/settings.ts'
import {
  checkMayTransfer,
  getProfile,
  type ProfileRow,
  stillUnverified,
} from '../profiles/index.ts'
import {
  acceptQuote,
  checkUsable,
  chosenOption,
  findQuote,
  findQuoteId,
  type QuoteRow,
  recipientFaults,
  transferFacts,
} from '../quotes/index.ts'
import { findRecipient, type RecipientRow } from '../recipients/index.ts'
import { introduce } from './change-transfer.ts'
import { DetailsInvalid, InvalidSourceAccount } from './errors.ts'
import { customerTransaction } from './model.ts'
import type { IssueType, Originator, TransferDetails, TransferKey, TransferRow } from './row.ts'
import type { CreateTransferV1 } from './schemas.ts'
import { transferStates } from './states.ts'
import * as store from './store.ts'

type Given = {
  readonly caller: UserCaller
  readonly now: Temporal.Instant
  readonly random: { uuid(): string }
  readonly settings: Settings
  readonly requestHash: () => string
}

export type Membership = {
  readonly batchGroupId: string
  /** Refuses what the group does not take; asked once it is clear that the request is no repeat. */
  readonly admit: (quote: QuoteRow | undefined) => void
  /** The write step that counts the transfer in. */
  readonly join: (transfer: TransferRow, quote: QuoteRow) => WriteStep
}

/** A transfer as it is asked for, whichever operation asks. */
type TransferOrder = {
  /** Whose quote and recipient it may use. */
  readonly profileIds: readonly Id<'profile'>[]
  readonly key: TransferKey
  readonly quoteId: string
  readonly targetAccount: Id<'recipient'>
  readonly sourceAccount?: Id<'recipient'> | undefined
  readonly details?: TransferDetails | undefined
  /** The batch group that it becomes a member of. */
  readonly membership?: Membership | undefined
  /** The same transaction pays it, so it takes no place among the rates that the profile holds (D12a). */
  readonly isPaidAtOnce?: boolean | undefined
  /** Reads for whom the money is sent, when not for the profile itself; refuses what it cannot be. */
  readonly originator?: (() => Originator) | undefined
}

type Asked = Given & { readonly order: TransferOrder }

export async function createTransfer(
  tx: Tx,
  { body, ...given }: Given & { readonly body: CreateTransferV1 },
): Promise<TransferRow> {
  const { quote, quoteUuid, customerTransactionId, ...order } = body
  const own = profileIds(given.caller)
  const key = customerTransaction(customerTransactionId)
  const quoteId = await findQuoteId(tx, own, { quote, quoteUuid })
  if (typeof quoteId === 'string')
    return placeTransfer(tx, { ...given, order: { ...order, quoteId, key, profileIds: own } })
  const [repeat] = (await store.listByKey(tx, own, key)).repeats
  if (repeat !== undefined) return sameRequest(repeat, key, given)
  const { kind, ...about } = quoteId
  return refuse(kind, about)
}

export async function placeTransfer(tx: Tx, asked: Asked): Promise<TransferRow> {
  const { order, now, settings } = asked
  const own = order.profileIds
  const [quote, { repeats, freshId: id }, known] = await Promise.all([
    findQuote(tx, own, order.quoteId),
    store.listByKey(tx, own, order.key),
    findRecipient(tx, own, order.targetAccount),
  ])
  const repeat = repeats.find((t) => quote === undefined || t.profileId === quote.profileId)
  if (repeat !== undefined) return sameRequest(repeat, order.key, asked)

  const originator = order.originator?.() ?? null
  order.membership?.admit(quote)
  checkUsable(quote, order.quoteId, now)
  const [profile, sourceAccount] = await Promise.all([
    getProfile(tx, quote.profileId),
    checkSourceAccount(tx, order.sourceAccount, quote),
  ])
  // The caller's other profile has recipients too: a quote pays those of its own.
  const recipient = known?.profileId === quote.profileId ? known : undefined
  refuseAll(recipientFaults(quote, recipient))
  if (recipient === undefined) throw new Error('a missing recipient passed its check')
  checkMayTransfer(profile, quote.sourceCurrency)
  const details = order.details ?? {}
  checkDetails({ details, originator, profile, quote, recipient })

  const activeIssues: IssueType[] = profile.verified ? [] : ['profile_not_verified']
  const found = { id, quote, profile, recipient, sourceAccount, details, originator, activeIssues }
  const { transfer, told } = introduce(newTransfer(asked, found), now)
  const { lockedRateTransfersMax } = settings
  const { membership, isPaidAtOnce = false } = order
  const counts = membership === undefined && !isPaidAtOnce
  const [accepted] = await tx.write(
    acceptQuote(quote, now, { counts, lockedRateTransfersMax }),
    store.insertTransfer(transfer),
    recordEvents(...told),
    // Verified in this very moment, it would be held up with nobody left to release it.
    ...(profile.verified ? [] : [stillUnverified(profile.id)]),
    ...(membership ? [membership.join(transfer, quote)] : []),
  )
  return { ...transfer, rateLockedUntil: accepted?.keepsRate ? quote.expiresAt : null }
}

function sameRequest(
  repeat: TransferRow,
  { name, value }: TransferKey,
  { requestHash }: Given,
): TransferRow {
  if (repeat.requestHash !== requestHash()) refuse(KeyReused, { path: name, arguments: [value] })
  return repeat
}

async function checkSourceAccount(
  db: Reader,
  id: Id<'recipient'> | undefined,
  { profileId, sourceCurrency }: QuoteRow,
): Promise<Id<'recipient'> | null> {
  if (id === undefined) return null
  const account = await findRecipient(db, [profileId], id)
  // Somebody known by e-mail has no account yet, and nobody asks for one when money comes back.
  const usable = account?.active && account.currency === sourceCurrency && account.type !== 'email'
  if (!usable) refuse(InvalidSourceAccount, { arguments: [id] })
  return account.id
}

type Checked = Pick<Found, 'details' | 'originator' | 'profile' | 'quote' | 'recipient'>

// The form of POST /v1/transfer-requirements is made of the same facts, so that the two agree.
function checkDetails({ details, originator, profile, quote, recipient }: Checked): void {
  const facts = transferFacts(quote, recipient, profile.type, originator?.legalEntityType)
  refuseAll(
    checkTransferDetails(facts, details).map(({ code, path, message }) => ({
      kind: code === 'REQUIRED' ? DetailRequired : DetailsInvalid,
      path: `details.${path}`,
      message,
    })),
  )
}

type Found = {
  readonly id: Id<'transfer'>
  readonly quote: QuoteRow
  readonly profile: ProfileRow
  readonly recipient: RecipientRow
  readonly sourceAccount: Id<'recipient'> | null
  readonly details: TransferDetails
  readonly originator: Originator | null
  readonly activeIssues: readonly IssueType[]
}

function newTransfer({ caller, order, now, random, requestHash }: Asked, found: Found) {
  const { id, quote, profile, recipient, sourceAccount, details, originator, activeIssues } = found
  const { payIn, payOut, sourceMinor, feeMinor, partnerMinor, targetMinor } = chosenOption(quote)
  const { name, value } = order.key
  return {
    profileId: quote.profileId,
    id,
    userId: caller.userId,
    business: profile.type === 'BUSINESS',
    quoteId: quote.id,
    targetAccount: order.targetAccount,
    byEmail: recipient.type === 'email',
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
    customerTransactionId: name === 'customerTransactionId' ? value : null,
    originalTransferId: name === 'originalTransferId' ? value : null,
    originator,
    requestHash: requestHash(),
    batchGroupId: order.membership?.batchGroupId ?? null,
    payinSessionId: random.uuid(),
    activeIssues,
    heldPastLock: false,
    eventCount: 0,
    paidBalanceId: null,
    createdAt: now,
    lapsesAt: lapsesAt(quote.sourceCurrency, now),
    advancesAt: null,
    paymentMethod: null,
  } satisfies TransferRow
}
