// Loads the card transactions that a request disputes, and reads the card network in its path.

import {
  findTransactions,
  TransactionNotFound,
  type TransactionRow,
} from '../card-transactions/index.ts'
import { type CardRow, findCardById, type Network } from '../cards/index.ts'
import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import type { Settings } from '../kernel/settings.ts'
import { NotDisputable, SchemeMismatch, SchemeNotFound, TooManyTransactions } from './errors.ts'
import { isDisputable, transactionsMax } from './model.ts'
import type { ReasonCode } from './reasons.ts'

/** The network with this name, in upper or lower case. Refuses with SchemeNotFound. */
export function readScheme(scheme: string, { cardNetworks }: Settings): Network {
  const found = (Object.keys(cardNetworks) as Network[]).find(
    (network) => cardNetworks[network].toLowerCase() === scheme.toLowerCase(),
  )
  return found ?? refuse(SchemeNotFound, { arguments: [scheme] })
}

type Input = {
  readonly profileId: Id<'profile'>
  readonly transactionIds: readonly number[]
  readonly code: ReasonCode
  readonly network: Network
  /** The field of the request with the ids, for refusals. */
  readonly path: string
}

type DisputedTransaction = Pick<TransactionRow, 'id' | 'cardId' | 'currency' | 'type' | 'state'>

type DisputedTransactions = {
  /** Ascending by id. */
  readonly transactions: readonly DisputedTransaction[]
  /** The cards of the transactions. */
  readonly cards: readonly CardRow[]
}

/**
 * Returns the transactions with these ids, and their cards. Refuses with TooManyTransactions, with TransactionNotFound for a
 * transaction that the profile does not have, with NotDisputable, or with SchemeMismatch for a card of another network.
 */
export async function getDisputedTransactions(
  db: Reader,
  { profileId, transactionIds, code, network, path }: Input,
): Promise<DisputedTransactions> {
  if (transactionIds.length > transactionsMax(code))
    refuse(TooManyTransactions, { path, arguments: [transactionIds.length] })
  const transactions: readonly DisputedTransaction[] = await findTransactions(
    db,
    profileId,
    transactionIds,
  )
  const missing = transactionIds.find((id) => !transactions.some((found) => found.id === id))
  if (missing !== undefined) refuse(TransactionNotFound, { path, arguments: [missing] })
  for (const transaction of transactions)
    if (!isDisputable(transaction))
      refuse(NotDisputable, { path, arguments: [transaction.id, transaction.state] })
  const cards: CardRow[] = []
  for (const cardId of new Set(transactions.map((transaction) => transaction.cardId))) {
    const card = await findCardById(db, profileId, cardId)
    if (card === undefined) throw new Error(`card ${cardId} does not exist`)
    if (card.network !== network) refuse(SchemeMismatch)
    cards.push(card)
  }
  return { transactions, cards }
}
