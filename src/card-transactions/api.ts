// The endpoints of card transactions.

import Type from 'typebox'
import { CardNotFound, findCardById } from '../cards/index.ts'
import { reads } from '../kernel/endpoint.ts'
import { pageFields } from '../kernel/pages.ts'
import { idIn, input, uuid } from '../kernel/wire.ts'
import { PeriodInvalid, TransactionNotFound } from './errors.ts'
import { getTransaction } from './get-transaction.ts'
import { listTransactions } from './list-transactions.ts'
import {
  CardTransaction,
  CardTransactionPage,
  showTransaction,
  showTransactionPage,
} from './schemas.ts'

export const list = reads(
  {
    id: 'card-transactions.list',
    operationId: 'listCardTransactions',
    route: 'GET /v3/spend/profiles/{profileId}/cards/{cardToken}/transactions',
    summary: 'List the transactions of a card, newest first.',
    spec: 'C 4.1, C 2.6, D66, D73',
    access: { token: 'user', owns: 'profileId' },
    params: Type.Object({ profileId: idIn('profile'), cardToken: uuid('card token') }),
    query: input({
      ...pageFields,
      fromTransactionDate: Type.Optional(
        Type.String({
          description: 'First day in UTC, YYYY-MM-DD',
          maxLength: 10,
          examples: ['2026-01-31'],
        }),
      ),
      toTransactionDate: Type.Optional(
        Type.String({
          description: 'Last day in UTC, included',
          maxLength: 10,
          examples: ['2026-02-28'],
        }),
      ),
    }),
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
    params: Type.Object({
      profileId: idIn('profile'),
      transactionId: idIn('card-transaction'),
    }),
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
