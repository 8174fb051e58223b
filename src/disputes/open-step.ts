// Opens the dynamic flow of disputes at the step for a reason (D80).

import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import type { Settings } from '../kernel/settings.ts'
import { ReasonNotFound, TransactionIdsInvalid } from './errors.ts'
import { type FlowStep, stepOf } from './flow/steps.ts'
import { readTransactionIds } from './form/transaction-ids.ts'
import { getDisputedTransactions, readScheme } from './get-transactions.ts'
import { readReason } from './model.ts'

/** The currencies of account details, the most frequent first (gap 751). The client would render all currencies slowly. */
const FREQUENT_CURRENCIES = 'EUR GBP USD AUD NZD CAD HUF MYR RON SGD TRY'.split(' ')

type Input = {
  readonly params: {
    readonly profileId: Id<'profile'>
    readonly scheme: string
    readonly reason: string
  }
  readonly query: { readonly transactionId: string }
  readonly email?: string | undefined
  readonly settings: Settings
}

/**
 * The step of the reason for these transactions: a decision, or a form. Refuses with TransactionIdsInvalid, SchemeNotFound,
 * ReasonNotFound, or the refusals of `getDisputedTransactions`.
 */
export async function openStep(
  db: Reader,
  { params: { profileId, scheme, reason }, query, email, settings }: Input,
): Promise<FlowStep> {
  const transactionIds = readTransactionIds(query.transactionId)
  if (transactionIds === undefined)
    return refuse(TransactionIdsInvalid, { arguments: [query.transactionId] })
  const network = readScheme(scheme, settings)
  const code = readReason(reason) ?? refuse(ReasonNotFound, { arguments: [reason] })
  const { transactions, cards } = await getDisputedTransactions(db, {
    profileId,
    transactionIds,
    code,
    network,
    path: 'transactionId',
  })
  const currencies = [...transactions, ...cards].map(({ currency }) => currency)
  const flows = `/v3/spend/profiles/${profileId}/dispute-form/flows`
  const networkName = settings.cardNetworks[network].toLowerCase()
  return stepOf(code, {
    transactionIds,
    email,
    currencies: [...new Set([...currencies, ...FREQUENT_CURRENCIES])],
    urls: {
      step: (next) =>
        `${flows}/step/${networkName}/${next}?transactionId=${transactionIds.join(',')}`,
      submit: (submitted) => `${flows}/${networkName}/${submitted}`,
      upload: `/v4/spend/profiles/${profileId}/dispute-form/file`,
    },
  })
}
