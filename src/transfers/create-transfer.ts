// Creates a transfer from one quote and one recipient. The idempotency key is looked up before any rule, so a
// repeated request is answered with the transfer as it is now, although its quote may have expired since.

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
  requireUnverified,
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
import { checkEvidence } from '../verification/index.ts'
import { withEvents } from './changes/change-transfer.ts'
import { DetailsInvalid, InvalidSourceAccount } from './errors.ts'
import { customerTransactionKey } from './model.ts'
import type { IssueType, Originator, TransferDetails, TransferKey, TransferRow } from './row.ts'
import type { CreateTransferV1 } from './schemas.ts'
import { transferStates } from './states.ts'
import * as store from './store.ts'

type CreationContext = {
  readonly caller: UserCaller
  readonly now: Temporal.Instant
  readonly random: { uuid(): string }
  readonly settings: Settings
  readonly requestHash: () => string
}

export type Membership = {
  readonly batchGroupId: string
  /** Refuses a transfer that the group does not take. Called only for a request that is not a repeat. */
  readonly admit: (quote: QuoteRow | undefined) => void
  /** The write step that adds the transfer to the group. */
  readonly join: (transfer: TransferRow, quote: QuoteRow) => WriteStep
}

/** The fields by which an operation describes the transfer that it creates. */
type TransferOrder = {
  /** The profiles whose quotes and recipients the transfer may use. */
  readonly profileIds: readonly Id<'profile'>[]
  readonly key: TransferKey
  readonly quoteId: string
  readonly targetAccount: Id<'recipient'>
  readonly sourceAccount?: Id<'recipient'> | undefined
  readonly details?: TransferDetails | undefined
  /** The batch group that the transfer becomes a member of. */
  readonly membership?: Membership | undefined
  /** The same transaction pays the transfer, so it does not count among the locked rates of the profile (D12a). */
  readonly isPaidOnCreation?: boolean | undefined
  /**
   * Returns the person or business for which the profile sends the money, and refuses an invalid originator. Omitted when
   * the profile sends its own money.
   */
  readonly originator?: (() => Originator) | undefined
}

type Creation = CreationContext & { readonly order: TransferOrder }

/** POST /v1/transfers: the quote is named by UUID or by number, and the key is the client's transaction id. */
export async function createTransfer(
  tx: Tx,
  { body, ...context }: CreationContext & { readonly body: CreateTransferV1 },
): Promise<TransferRow> {
  const { quote, quoteUuid, customerTransactionId, ...order } = body
  const ownProfiles = profileIds(context.caller)
  const key = customerTransactionKey(customerTransactionId)
  const quoteIdOrFault = await findQuoteId(tx, ownProfiles, { quote, quoteUuid })
  if (typeof quoteIdOrFault === 'string')
    return placeTransfer(tx, {
      ...context,
      order: { ...order, quoteId: quoteIdOrFault, key, profileIds: ownProfiles },
    })
  const [existing] = (await store.listByKey(tx, ownProfiles, key)).existing
  if (existing !== undefined) return answerRepeat(existing, key, context)
  const { kind, ...fault } = quoteIdOrFault
  return refuse(kind, fault)
}

/** Creates a transfer with the key of the operation, or returns the one that was created with that key (D7). */
export async function placeTransfer(tx: Tx, creation: Creation): Promise<TransferRow> {
  const { order, now } = creation
  const [quote, { existing, nextId: id }, foundRecipient] = await Promise.all([
    findQuote(tx, order.profileIds, order.quoteId),
    store.listByKey(tx, order.profileIds, order.key),
    findRecipient(tx, order.profileIds, order.targetAccount),
  ])
  // A key is unique for each profile, and the quote decides the profile of the transfer.
  const repeat = existing.find((t) => quote === undefined || t.profileId === quote.profileId)
  if (repeat !== undefined) return answerRepeat(repeat, order.key, creation)

  const originator = order.originator?.() ?? null
  order.membership?.admit(quote)
  checkUsable(quote, order.quoteId, now)
  const [profile, sourceAccount] = await Promise.all([
    getProfile(tx, quote.profileId),
    getSourceAccount(tx, order.sourceAccount, quote),
    checkEvidence(tx, quote),
  ])
  const recipient = requireUsable(foundRecipient, quote)
  checkMayTransfer(profile, quote.sourceCurrency)
  const details = order.details ?? {}
  checkDetails({ details, originator, profile, quote, recipient })

  const row = newTransfer(creation, {
    id,
    quote,
    profile,
    recipient,
    sourceAccount,
    details,
    originator,
    activeIssues: profile.verified ? [] : ['profile_not_verified'],
  })
  return insertTransfer(tx, creation, { row, quote, profile })
}

async function insertTransfer(
  tx: Tx,
  { order, now, settings }: Creation,
  { row, quote, profile }: { row: TransferRow; quote: QuoteRow; profile: ProfileRow },
): Promise<TransferRow> {
  const { transfer, events } = withEvents(row, now)
  const { lockedRateTransfersMax } = settings
  const { membership, isPaidOnCreation = false } = order
  // Whether the rate of the transfer counts towards the `lockedRateTransfersMax` rates that the profile may hold.
  const isCounted = membership === undefined && !isPaidOnCreation
  const [accepted] = await tx.write(
    acceptQuote(quote, now, { isCounted, lockedRateTransfersMax }),
    store.insertTransfer(transfer),
    recordEvents(...events),
    // Retries if the profile was verified in the meantime: otherwise only the next run of `releaseVerified` in `sweeps.ts`
    // would resolve the issue.
    ...(profile.verified ? [] : [requireUnverified(profile.id)]),
    ...(membership ? [membership.join(transfer, quote)] : []),
  )
  return { ...transfer, rateLockedUntil: accepted?.keepsRate ? quote.expiresAt : null }
}

/** The existing transfer, for a request that is the same as the one that created it (D7). Refuses any other with KeyReused. */
function answerRepeat(
  existing: TransferRow,
  { name, value }: TransferKey,
  { requestHash }: CreationContext,
): TransferRow {
  if (existing.requestHash !== requestHash()) refuse(KeyReused, { path: name, arguments: [value] })
  return existing
}

// The caller's other profiles have recipients too; a quote pays only recipients of its profile.
function requireUsable(found: RecipientRow | undefined, quote: QuoteRow): RecipientRow {
  const recipient = found?.profileId === quote.profileId ? found : undefined
  refuseAll(recipientFaults(quote, recipient))
  if (recipient === undefined) throw new Error('a missing recipient passed its check')
  return recipient
}

/** The id of the refund recipient; null when the request names none. Refuses with InvalidSourceAccount. */
async function getSourceAccount(
  db: Reader,
  id: Id<'recipient'> | undefined,
  { profileId, sourceCurrency }: QuoteRow,
): Promise<Id<'recipient'> | null> {
  if (id === undefined) return null
  const account = await findRecipient(db, [profileId], id)
  // A recipient known by e-mail has no account yet, and a refund does not invite recipients to name one.
  const isUsable =
    account?.active && account.currency === sourceCurrency && account.type !== 'email'
  if (!isUsable) refuse(InvalidSourceAccount, { arguments: [id] })
  return account.id
}

/** The rows and fields of a new transfer that `placeTransfer` has loaded and checked. */
type CheckedCreation = {
  readonly id: Id<'transfer'>
  readonly quote: QuoteRow
  readonly profile: ProfileRow
  readonly recipient: RecipientRow
  readonly sourceAccount: Id<'recipient'> | null
  readonly details: TransferDetails
  readonly originator: Originator | null
  readonly activeIssues: readonly IssueType[]
}

// POST /v1/transfer-requirements builds its form from the same facts, so the form and this check agree.
function checkDetails({
  details,
  originator,
  profile,
  quote,
  recipient,
}: Pick<CheckedCreation, 'details' | 'originator' | 'profile' | 'quote' | 'recipient'>): void {
  const facts = transferFacts(quote, recipient, profile.type, originator?.legalEntityType)
  refuseAll(
    checkTransferDetails(facts, details).map(({ code, path, message }) => ({
      kind: code === 'REQUIRED' ? DetailRequired : DetailsInvalid,
      path: `details.${path}`,
      message,
    })),
  )
}

function newTransfer(
  { caller, order, now, random, requestHash }: Creation,
  checked: CheckedCreation,
) {
  const { id, quote, profile, recipient, sourceAccount, details, originator, activeIssues } =
    checked
  const { payIn, payOut, sourceMinor, feeMinor, partnerMinor, targetMinor } = chosenOption(quote)
  const { name, value } = order.key
  return {
    profileId: quote.profileId,
    id,
    userId: caller.userId,
    isBusiness: profile.type === 'BUSINESS',
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
