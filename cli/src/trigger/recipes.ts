// How to cause each event. A recipe calls a few operations of the API. An event without a recipe is a type error.

import type { EventName } from '@godwit/sdk/testing'
import { CommandFailed } from '../failures.ts'
import {
  ADDRESS,
  CARD,
  createBusiness,
  createCompletedBatchGroup,
  createTransfer,
  orderAccountDetails,
  payByCard,
  provideAccountDetails,
  runDueWork,
  type Target,
  topUp,
} from './steps.ts'

export type Recipe = {
  /** The description of the recipe that `--list` prints. */
  readonly does: string
  /** Returns the ids of the resources that the recipe has created or changed. */
  readonly run: (target: Target) => Promise<Readonly<Record<string, unknown>>>
}

export const recipes: Readonly<Record<EventName, Recipe>> = {
  'transfers#state-change': {
    does: 'creates a transfer',
    run: async (target) => ({ transferId: await createTransfer(target) }),
  },
  'transfers#active-cases': {
    does: 'pays too little for a transfer by bank transfer',
    async run(target) {
      const transferId = await createTransfer(target, { payIn: 'BANK_TRANSFER' })
      const path = { transferId }
      await target.godwit.simulation.simulateTransferProcessing({ path, query: { amount: 1 } })
      return { transferId }
    },
  },
  'transfers#payout-failure': {
    does: 'sends a transfer whose pay-out comes back',
    async run(target) {
      const { simulation } = target.godwit
      const transferId = await createTransfer(target, { payIn: 'BANK_TRANSFER' })
      const path = { transferId }
      await simulation.simulateTransferProcessing({ path })
      await simulation.simulateTransferFundsConverted({ path })
      await simulation.simulateTransferOutgoingPaymentSent({ path })
      await simulation.simulateTransferBouncedBack({ path })
      return { transferId }
    },
  },
  'transfers#refund': {
    does: 'sends the webhook of a refund for a new transfer',
    async run(target) {
      const transferId = await createTransfer(target)
      const path = { transferId }
      await target.godwit.simulation.simulateTransferRefundWebhook({ path })
      return { transferId }
    },
  },
  'balances#credit': {
    does: 'credits 10 GBP to a balance',
    run: async (target) => ({ balanceId: await topUp(target, 'GBP', 10) }),
  },
  'balances#update': {
    does: 'credits 10 GBP to a balance',
    run: async (target) => ({ balanceId: await topUp(target, 'GBP', 10) }),
  },
  'balances#account-state-change': {
    does: 'opens a balance for savings and closes it',
    async run({ godwit, profileId }) {
      const body = { currency: 'GBP', type: 'SAVINGS', name: 'Holidays' } as const
      const { id } = await godwit.balances.createBalance({ path: { profileId }, body })
      const path = { profileId, balanceId: Number(id) }
      await godwit.balances.closeBalance({ path })
      return { balanceId: path.balanceId }
    },
  },
  'hold-limit-breach#update': {
    does: 'credits 25,000 SGD to a new business in Singapore, which may hold 20,000',
    async run(target) {
      const business = { ...target, profileId: await createBusiness(target, 'SG') }
      const balanceId = await topUp(business, 'SGD', 25_000)
      await runDueWork(target)
      return { profileId: business.profileId, balanceId }
    },
  },
  'profiles#verification-state-change': {
    does: 'creates a business profile and verifies it',
    async run(target) {
      const path = { profileId: await createBusiness(target, 'GB') }
      await target.godwit.simulation.simulateVerificationsOfProfile({ path })
      return path
    },
  },
  'profiles#cdd-check-state-change': {
    does: 'demands evidence for the additional verification, and accepts it',
    async run({ godwit, profileId }) {
      for (const state of ['EVIDENCE_REQUIRED', 'VERIFIED'] as const)
        await godwit.simulation.simulateCddCheck({ path: { profileId }, body: { state } })
      return { profileId }
    },
  },
  'cards#card-order-status-change': {
    does: 'orders a physical card, and cancels the order',
    async run({ godwit, profileId }) {
      const path = { profileId }
      const { cardPrograms } = await godwit.cardOrders.listAvailableCardPrograms({ path })
      const program = cardPrograms.find(({ cardType }) => cardType === 'PHYSICAL')
      if (program === undefined)
        throw new CommandFailed(
          `Profile ${profileId} can order no physical card. Name another profile with --profile.`,
        )
      const address = { ...ADDRESS, country: 'GB' }
      const holder = { cardHolderName: 'Nora Sample', embossedName: 'NORA SAMPLE' }
      const { id } = await godwit.cardOrders.createCardOrder({
        path,
        body: { program: program.name, ...holder, phoneNumber: '+447700900123', address },
      })
      const cardOrderId = Number(id)
      const order = { path: { profileId, cardOrderId }, body: { status: 'CANCELLED' } } as const
      await godwit.cardOrders.changeCardOrderStatus(order)
      return { cardOrderId }
    },
  },
  'cards#card-status-change': {
    does: 'freezes the card of a new sandbox, and ends the freeze',
    async run({ godwit, profileId }) {
      const path = { profileId, cardToken: CARD.token }
      for (const status of ['FROZEN', 'ACTIVE'] as const)
        await godwit.cards.setCardStatus({ path, body: { status } })
      return { cardToken: CARD.token }
    },
  },
  'cards#transaction-state-change': {
    does: 'pays 5 GBP with the card of a new sandbox',
    run: async (target) => ({ transactionId: await payByCard(target, 5) }),
  },
  'transaction-disputes#update': {
    does: 'pays 5 GBP with the card of a new sandbox, and disputes the payment',
    async run(target) {
      const { godwit, profileId } = target
      const transactionId = await payByCard(target, 5)
      await godwit.disputes.submitDispute({
        path: { profileId, scheme: 'CARD_NETWORK_A', reason: 'SCAM' },
        body: {
          transaction: { transactionId, email: 'support@partner.example' },
          form: { goods: 'Concert tickets', details: 'The shop does not exist.' },
          disclaimer: { allAnswered: true, filesUploaded: true },
          files: {},
        },
      })
      return { transactionId }
    },
  },
  'batch-payment-initiations#state-change': {
    does: 'pays a batch group by direct debit, which the bank charges back',
    async run(target) {
      const { godwit, profileId } = target
      const batchGroupId = await createCompletedBatchGroup(target)
      const { id: accountId } = await godwit.batches.createDirectDebitAccount({
        path: { profileId },
        body: {
          type: 'EFT',
          currency: 'CAD',
          details: { institutionNumber: '621', transitNumber: '16001', accountNumber: '1234567' },
        },
      })
      const { id } = await godwit.batches.createPaymentInitiation({
        path: { profileId, batchGroupId },
        body: { type: 'DIRECT_DEBIT', accountId },
      })
      const paymentInitiationId = Number(id)
      for (const state of ['PROCESSING', 'COMPLETED', 'CHARGED_BACK'] as const)
        await godwit.simulation.simulatePaymentInitiation({ path: { paymentInitiationId, state } })
      return { batchGroupId, paymentInitiationId }
    },
  },
  'account-details-order#order-state-change': {
    does: 'orders account details in euros for a new business',
    async run(target) {
      const business = { ...target, profileId: await createBusiness(target, 'GB') }
      return { profileId: business.profileId, orderId: await orderAccountDetails(business) }
    },
  },
  'account-details-payment#state-change': {
    does: 'receives 7 EUR by bank transfer to account details, and returns the payment',
    async run(target) {
      const { godwit, profileId } = target
      await provideAccountDetails(target)
      const { id } = await godwit.simulation.simulateBankTransactionImport({
        path: { profileId },
        body: { currency: 'EUR', amount: 7 },
      })
      const paymentId = Number(id)
      await godwit.accountDetails.returnReceivedPayment({ path: { profileId, paymentId } })
      return { paymentId }
    },
  },
  'swift-in#credit': {
    does: 'receives 7 EUR over SWIFT',
    async run(target) {
      const { godwit, profileId } = target
      await provideAccountDetails(target)
      const { id } = await godwit.simulation.simulateSwiftPayment({
        path: { profileId },
        body: { currencyCode: 'EUR', amount: 7, reference: 'Invoice 7' },
      })
      return { paymentId: id }
    },
  },
}
