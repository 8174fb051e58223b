// The cases of idempotency.test.ts for the writing operations of the module `simulation`.

import { randomUUID } from 'node:crypto'
import {
  getsDetails,
  importPayment,
  orderDetails,
} from '../../../src/account-details/test/fixtures.ts'
import { ordersIssuedCard, physical } from '../../../src/card-orders/test/card-order-fixtures.ts'
import {
  authorisationOf,
  authorises,
  clear,
  createsTerminal,
  followUpOf,
} from '../../../src/card-transactions/test/terminal.ts'
import { targetCurrencies } from '../../../src/corridors/index.ts'
import { paysByCard, submitsDispute } from '../../../src/disputes/test/disputing.ts'
import { hashSecret } from '../../../src/users/index.ts'
import { setsPin } from '../../support/approvals.ts'
import {
  createsCompletedGroup,
  initiateDebit,
  linksAccount,
  readsGroup,
} from '../../support/batch-groups.ts'
import type { Person } from '../../support/people.ts'
import { createsTransfer, fundTransfer, ok, simulate, topsUp } from '../../support/transfers.ts'
import {
  type CaseSetup,
  caseOf,
  createsSubscription,
  forClient,
  forUser,
  profileSubscriptions,
  sandboxCase,
  subscriptionBody,
} from './case.ts'

/** Currencies whose rate no case has set yet. */
const unsetCurrencies = targetCurrencies.filter((currency) => currency !== 'USD')

/** A case that clears, reverses or refunds 4 GBP of an authorised card payment of 5 GBP. */
const followUpCase = (kind: 'clearing' | 'reversal' | 'reversal-post-clearing'): CaseSetup =>
  forUser(async (ann, service) => {
    await topsUp(ann, 'GBP', 100)
    const terminal = await createsTerminal(service, ann)
    const payment = await authorises(terminal, 5)
    if (kind === 'reversal-post-clearing') await ok(clear(terminal, payment, 5))
    return caseOf(ann, ...followUpOf(terminal, kind, payment, 4))
  })

/** A case that moves a transfer to a status, after the statuses in `before`. A payment causes the first of them. */
const statusCase = (status: string, ...before: readonly string[]): CaseSetup =>
  forUser(async (ann) => {
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    const [paid, ...others] = before
    if (paid !== undefined) await ok(fundTransfer(ann, id))
    for (const each of others) await ok(simulate(ann, id, each))
    return caseOf(ann, `GET /v1/simulation/transfers/${id}/${status}`)
  })

/** Imports a first payment, which also opens the ledger account of the balance. */
async function receivesEuro(ann: Person): Promise<void> {
  await getsDetails(ann, 'EUR')
  await ok(importPayment(ann, 'EUR', 1))
}

export const simulationCases: Readonly<Record<string, CaseSetup>> = {
  'simulation.transfer-processing': statusCase('processing'),
  'simulation.transfer-funds-converted': statusCase('funds_converted', 'processing'),
  'simulation.transfer-outgoing-payment-sent': statusCase(
    'outgoing_payment_sent',
    'processing',
    'funds_converted',
  ),
  'simulation.transfer-bounced-back': statusCase(
    'bounced_back',
    'processing',
    'funds_converted',
    'outgoing_payment_sent',
  ),
  'simulation.transfer-funds-refunded': statusCase(
    'funds_refunded',
    'processing',
    'funds_converted',
    'outgoing_payment_sent',
    'bounced_back',
  ),
  'simulation.transfer-webhook-refund': forUser(async (ann) => {
    await createsSubscription(
      ann,
      profileSubscriptions(ann),
      subscriptionBody('transfers#refund', '1.0.0'),
    )
    const { id } = await createsTransfer(ann)
    return caseOf(ann, `GET /v1/simulation/transfers/${id}/webhook_refund`)
  }),
  'simulation.rates': sandboxCase(async (service) => {
    // Each case sets another currency: the clock does not move, so a second rate of one currency would update
    // the first.
    const body = { source: 'USD', target: unsetCurrencies.pop(), rate: 1.2 }
    const ann = await service.createUser()
    return caseOf(ann, 'POST /v1/simulation/rates', body)
  }),
  'simulation.cdd-check': forUser((ann) =>
    caseOf(ann, `POST /v1/simulation/profiles/${ann.personal}/cdd-check`, {
      state: 'EVIDENCE_REQUIRED',
      requiredEvidences: ['SOURCE_OF_WEALTH'],
    }),
  ),
  'simulation.verify-profile': sandboxCase(async (service) =>
    caseOf(await service.createUser({ verified: false }), 'POST /v1/simulation/verify-profile'),
  ),
  'simulation.profile-verifications': sandboxCase(async (service) => {
    const ann = await service.createUser({ verified: false })
    return caseOf(ann, `POST /v1/simulation/profiles/${ann.personal}/verifications`)
  }),
  'simulation.confirm-user': forUser(async (ann, service) => {
    const client = await service.createClient()
    const bob = await service.createUser({ applicationId: client.applicationId })
    await setsPin(bob)
    await client.call(`DELETE /v1/users/${bob.userId}/pin`)
    return caseOf(ann, `POST /v1/simulation/users/${bob.userId}/confirm`)
  }),
  'simulation.bank-transactions-import': forUser(async (ann) => {
    await receivesEuro(ann)
    const route = `POST /v1/simulation/profiles/${ann.personal}/bank-transactions/import`
    const payment = { currency: 'EUR', amount: 10 }
    return caseOf(ann, route, payment, { ...payment, amount: 11 })
  }),
  'simulation.swift-in': forUser(async (ann) => {
    await receivesEuro(ann)
    const route = `POST /v1/simulation/profiles/${ann.personal}/swift-in`
    const payment = { currencyCode: 'EUR', amount: 10 }
    return caseOf(ann, route, payment, { ...payment, amount: 11 })
  }),
  'simulation.account-details-top-up': forUser(async (ann) => {
    await topsUp(ann, 'GBP', 100, ann.business)
    const { id } = await ok(orderDetails(ann, 'GBP', ann.business))
    const path = `/v1/simulation/profiles/${ann.business}/account-details-orders/${id}/top-up`
    return caseOf(ann, `POST ${path}`)
  }),
  'simulation.dispute': forUser(async (ann, service) => {
    const { id } = await submitsDispute(ann, await paysByCard(service, ann))
    const path = `/v1/simulation/spend/profiles/${ann.personal}/disputes/${id}/IN_REVIEW`
    return caseOf(ann, `POST ${path}`)
  }),
  'simulation.balance-topup': forUser(async (ann) => {
    const balanceId = await topsUp(ann, 'GBP', 1)
    const money = { profileId: ann.personal, balanceId, currency: 'GBP', amount: 10 }
    return caseOf(ann, 'POST /v1/simulation/balance/topup', money, { ...money, amount: 11 })
  }),
  'simulation.clock-advance': {
    kind: 'sandboxWithSweeps',
    prepare: async (service) => {
      const ann = await service.createUser()
      await service.settle()
      return caseOf(ann, 'POST /v1/simulation/clock/advance', { seconds: 1 }, { seconds: 2 })
    },
  },
  'simulation.batch-pay-in': forUser(async (ann) => {
    const { id } = await createsCompletedGroup(ann)
    const { amount, currency } = (await readsGroup(ann, id)).payInDetails[0]
    const route = `POST /v1/simulation/profiles/${ann.personal}/batch-groups/${id}/pay-in`
    return caseOf(ann, route, { amount, currency }, { amount: amount + 1, currency })
  }),
  'simulation.card-authorisation': forUser(async (ann, service) => {
    await topsUp(ann, 'GBP', 100)
    const terminal = await createsTerminal(service, ann)
    // The first payment also inserts the usage counters of the card and the ledger account of its holds.
    await authorises(terminal, 1)
    return caseOf(ann, ...authorisationOf(terminal, 5))
  }),
  'simulation.card-authorisation-v2': forUser(async (ann, service) => {
    await topsUp(ann, 'GBP', 100)
    const terminal = await createsTerminal(service, ann)
    await authorises(terminal, 1)
    const { token, pan } = terminal
    const path = `/v2/simulation/spend/profiles/${ann.personal}/cards/${token}/transactions`
    return caseOf(ann, `POST ${path}/authorisation`, {
      pos: 'CHIP_AND_PIN',
      amount: { value: 5, currency: 'GBP' },
      cardNumber: pan,
    })
  }),
  'simulation.card-clearing': followUpCase('clearing'),
  'simulation.card-reversal': followUpCase('reversal'),
  'simulation.card-reversal-post-clearing': followUpCase('reversal-post-clearing'),
  'simulation.payment-initiation': forUser(async (ann) => {
    const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
    const initiation = await ok(initiateDebit(ann, id, await linksAccount(ann)))
    return caseOf(ann, `POST /v1/simulation/payment-initiations/${initiation.id}/PROCESSING`)
  }),
  'simulation.card-order': forUser(async (ann, service) => {
    const { id } = await ordersIssuedCard(service, ann, physical)
    const path = `/v1/simulation/spend/profiles/${ann.personal}/card-orders/${id}`
    return caseOf(ann, `POST ${path}/produced`)
  }),
  'simulation.card-production': forUser(async (ann, service) => {
    const { cardToken } = await ordersIssuedCard(service, ann, physical)
    const path = `/v3/spend/profiles/${ann.personal}/cards/${cardToken}/production`
    return caseOf(ann, `POST ${path}`, { status: 'PRODUCED' })
  }),
  'simulation.tokens-expire': forClient(async (client, service) => {
    const token = randomUUID()
    await service.db.pool.query(
      `insert into tokens (kind, hash, application_id, created_at, expires_at)
       values ('client', $1, $2, now(), now() + interval '1 hour')`,
      [hashSecret(token), client.applicationId],
    )
    return caseOf({ token }, 'POST /v1/simulation/tokens/expire')
  }),
}
