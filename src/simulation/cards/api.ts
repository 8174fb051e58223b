// Endpoints that simulate card payments: what a terminal and the merchant's bank do.

import Type, { type Static } from 'typebox'
import {
  authorisationErrors,
  authorisePayment,
  CardAmountInvalid,
  CardCurrencyMismatch,
  ClearingAmount,
  clearPayment,
  KindNotSupported,
  listTransactions,
  ReferenceNotFound,
  ReversalAmount,
  reverseCaptured,
  reversePayment,
  TransactionWrongStatus,
  transactionIdOf,
} from '../../card-transactions/index.ts'
import { CardNotFound, findCard } from '../../cards/index.ts'
import type { Context } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/database/db.ts'
import { type Endpoint, reads, writes, writesOneStatement } from '../../kernel/endpoint.ts'
import { cellOf, type Id } from '../../kernel/ids.ts'
import { type ErrorKind, refuse } from '../../kernel/refusal.ts'
import { CardSimulation, NewestTransactions, showSimulation } from './replies.ts'
import {
  Authorise,
  AuthoriseV2,
  CardParams,
  Clear,
  merchantOf,
  posOf,
  Reverse,
  ReverseCaptured,
} from './schemas.ts'

const PATH_OF_TRANSACTIONS =
  '/simulation/spend/profiles/{profileId}/cards/{cardToken}/transactions' as const

export const cardAuthorisation = writesOneStatement(
  {
    id: 'simulation.card-authorisation',
    operationId: 'simulateCardAuthorisation',
    route: `POST /v1${PATH_OF_TRANSACTIONS}/authorisation`,
    summary: 'Authorise a card payment, as a terminal does. A decline is a 200 with `error`.',
    spec: 'C 4.3, D39, D67, D68, D69, D74',
    access: { token: 'user', owns: 'profileId' },
    sandboxOnly: true,
    params: CardParams,
    body: Authorise,
    reply: CardSimulation,
    onRepeat: 'another',
    errors: [...authorisationErrors, KindNotSupported],
  },
  (tx, input) => {
    const { cardData: secrets, ...payment } = input.body
    return authorise(tx, input, { ...payment, secrets })
  },
)

export const cardAuthorisationV2 = writesOneStatement(
  {
    id: 'simulation.card-authorisation-v2',
    operationId: 'simulateCardAuthorisationV2',
    route: `POST /v2${PATH_OF_TRANSACTIONS}/authorisation`,
    summary: 'Authorise a card payment by card number, amount and merchant category only.',
    spec: 'Facts 13.6, D88',
    access: { token: 'user', owns: 'profileId' },
    sandboxOnly: true,
    params: CardParams,
    body: AuthoriseV2,
    reply: CardSimulation,
    onRepeat: 'another',
    errors: [...authorisationErrors, KindNotSupported],
  },
  (tx, input) => {
    const { cardNumber: pan, mcc, pos, ...payment } = input.body
    const acquirer = mcc === undefined ? {} : { merchantCategoryCode: mcc }
    return authorise(tx, input, { ...payment, pos: posOf(pos), acquirer, secrets: { pan } })
  },
)

type TerminalInput = Pick<Context, 'now' | 'random' | 'settings'> & {
  readonly params: { readonly profileId: Id<'profile'>; readonly cardToken: string }
}

type TerminalPayment = Pick<Static<typeof Authorise>, 'amount' | 'pos' | 'transactionType'> & {
  readonly acquirer: Partial<Static<typeof Authorise>['acquirer']>
  readonly secrets: Pick<Static<typeof Authorise>['cardData'], 'pan'> &
    Partial<Static<typeof Authorise>['cardData']>
}

async function authorise(
  tx: Tx,
  { params, now, random, settings }: TerminalInput,
  { amount, pos, transactionType, acquirer, secrets }: TerminalPayment,
): Promise<Static<typeof CardSimulation>> {
  if (transactionType === 'REFUND') refuse(KindNotSupported)
  // Any PIN of four digits is correct, so the PIN is not passed on.
  const { pan, pin: _, ...codes } = secrets
  const { transaction, card } = await authorisePayment(tx, {
    ...params,
    pan,
    amount,
    terminal: {
      pos,
      isCashWithdrawal: transactionType === 'CASH_WITHDRAWAL',
      codes,
      country: acquirer.country ?? null,
    },
    merchant: merchantOf(acquirer),
    now,
    random,
  })
  return showSimulation(transaction, card, { acquirer, secrets }, settings)
}

type FollowUpInput = Pick<Context, 'now' | 'settings'> & {
  readonly params: { readonly profileId: Id<'profile'>; readonly cardToken: string }
  readonly body: Static<typeof Clear>
}

/** A use case that clears, reverses or refunds an authorised payment. */
type FollowUpUseCase = typeof clearPayment

/** Runs the use case on the transaction that the reference names. */
async function followUp(
  tx: Tx,
  { params, body, now, settings }: FollowUpInput,
  useCase: FollowUpUseCase,
) {
  const { profileId, cardToken } = params
  const card = await findCard(tx, profileId, cardToken)
  if (card === undefined) return refuse(CardNotFound, { arguments: [cardToken] })
  const { stan, retrievalReferenceNum, acquirer = {}, card: secrets = {} } = body.ref.transaction
  const numbers = { stan: String(stan), retrievalReferenceNum: String(retrievalReferenceNum) }
  const transactionId = transactionIdOf(numbers, cellOf(profileId))
  const row = await useCase(tx, card, { transactionId, amount: body.amount, now })
  return showSimulation(row, card, { acquirer, secrets }, settings)
}

const followUpErrors = [
  CardNotFound,
  ReferenceNotFound,
  CardCurrencyMismatch,
  CardAmountInvalid,
  TransactionWrongStatus,
] as const

const followUpEndpoint = (
  declared: {
    readonly name: 'clearing' | 'reversal' | 'reversal-post-clearing'
    readonly operationId: string
    readonly summary: string
    readonly spec: string
    readonly body: typeof Clear
    readonly amountError: ErrorKind
  },
  useCase: FollowUpUseCase,
): Endpoint =>
  writes(
    {
      id: `simulation.card-${declared.name}`,
      operationId: declared.operationId,
      route: `POST /v1${PATH_OF_TRANSACTIONS}/${declared.name}`,
      summary: declared.summary,
      spec: declared.spec,
      access: { token: 'user', owns: 'profileId' },
      sandboxOnly: true,
      params: CardParams,
      body: declared.body,
      reply: CardSimulation,
      onRepeat: 'same',
      errors: [...followUpErrors, declared.amountError],
    },
    (tx, input) => followUp(tx, input, useCase),
  )

export const cardClearing = followUpEndpoint(
  {
    name: 'clearing',
    operationId: 'simulateCardClearing',
    summary: 'Collect the money of a card payment, as the merchant does.',
    spec: 'C 4.3, D71, D111a',
    body: Clear,
    amountError: ClearingAmount,
  },
  clearPayment,
)

export const cardReversal = followUpEndpoint(
  {
    name: 'reversal',
    operationId: 'simulateCardReversal',
    summary: 'Reverse a card payment, or a part of it, before the merchant collects it.',
    spec: 'C 4.3, D71a',
    body: Reverse,
    amountError: ReversalAmount,
  },
  reversePayment,
)

export const cardReversalPostClearing = followUpEndpoint(
  {
    name: 'reversal-post-clearing',
    operationId: 'simulateCardReversalPostClearing',
    summary: 'Refund a card payment, or a part of it, after the merchant collected it.',
    spec: 'C 4.3, D71a, D111a',
    body: ReverseCaptured,
    amountError: ReversalAmount,
  },
  reverseCaptured,
)

/** The greatest `limit` of a list of transactions, and the default. Choices of this project. */
const TRANSACTIONS_MAX = 100
const TRANSACTIONS_DEFAULT = 10

export const cardTransactions = reads(
  {
    id: 'simulation.card-transactions',
    operationId: 'listSimulatedCardTransactions',
    route: `GET /v2${PATH_OF_TRANSACTIONS}`,
    summary: 'List the newest transactions of a card, newest first.',
    spec: 'Facts 13.6, D88',
    access: { token: 'user', owns: 'profileId' },
    sandboxOnly: true,
    params: CardParams,
    query: Type.Object({
      limit: Type.Integer({
        minimum: 1,
        maximum: TRANSACTIONS_MAX,
        default: TRANSACTIONS_DEFAULT,
        description: 'The maximum number of transactions',
      }),
    }),
    reply: NewestTransactions,
    errors: [CardNotFound],
  },
  async (db, { params, query: { limit: pageSize } }) => {
    const { transactions } = await listTransactions(db, { ...params, pageSize, pageNumber: 1 })
    return transactions.map(({ id, createdAt }) => ({
      transactionId: id,
      creationTime: createdAt.epochMilliseconds / 1000,
    }))
  },
)
