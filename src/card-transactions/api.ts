// The endpoints of card transactions.

import { CardNotFound, findCardById } from '../cards/index.ts'
import { reads } from '../kernel/endpoint.ts'
import { PeriodInvalid, TransactionNotFound } from './errors.ts'
import { getTransaction } from './get-transaction.ts'
import { listTransactions } from './list-transactions.ts'
import {
  CardParams,
  CardTransaction,
  CardTransactionPage,
  showTransaction,
  showTransactionPage,
  TransactionParams,
  TransactionsQuery,
} from './schemas.ts'

export const list = reads(
  {
    id: 'card-transactions.list',
    operationId: 'listCardTransactions',
    route: 'GET /v3/spend/profiles/{profileId}/cards/{cardToken}/transactions',
    summary: 'List the transactions of a card, newest first.',
    spec: 'C 4.1, C 2.6, D66, D73',
    access: { token: 'user', owns: 'profileId' },
    params: CardParams,
    query: TransactionsQuery,
    reply: CardTransactionPage,
    errors: [CardNotFound, PeriodInvalid],
  },
  async (db, { params, query }) =>
    showTransactionPage(await listTransactions(db, { ...params, ...query })),
)

export const get = reads(
  {
    id: 'card-transactions.get',
    operationId: 'getCardTransaction',
    route: 'GET /v3/spend/profiles/{profileId}/cards/transactions/{transactionId}',
    summary: 'Get a card transaction.',
    spec: 'C 4.1, C 2.6',
    access: { token: 'user', owns: 'profileId' },
    params: TransactionParams,
    reply: CardTransaction,
    errors: [TransactionNotFound],
  },
  async (db, { params: { profileId, transactionId } }) => {
    const transaction = await getTransaction(db, profileId, transactionId)
    const card = await findCardById(db, profileId, transaction.cardId)
    if (card === undefined) throw new Error(`the card of transaction ${transactionId} is missing`)
    return showTransaction(transaction, card)
  },
)
