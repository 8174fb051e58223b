// Steps of the recipes. They use the API only, so that a program can make the same calls.

import type { Godwit } from '@godwit/sdk'
import { CommandFailed } from '../failures.ts'

/** The profile in which a recipe runs, and the client that calls the service as its user. */
export type Target = { readonly godwit: Godwit; readonly profileId: number }

/** Finds the STANDARD balance of a currency, or opens one. Returns its id. */
async function findOrOpenBalance({ godwit, profileId }: Target, currency: string): Promise<number> {
  const path = { profileId }
  const open = await godwit.balances.listBalances({ path, query: { types: 'STANDARD' } })
  const found = open.find((balance) => balance.currency === currency)
  const body = { currency, type: 'STANDARD' } as const
  return Number((found ?? (await godwit.balances.createBalance({ path, body }))).id)
}

/** Credits a STANDARD balance. Returns its id. */
export async function topUp(target: Target, currency: string, amount: number): Promise<number> {
  const { godwit, profileId } = target
  const balanceId = await findOrOpenBalance(target, currency)
  await godwit.simulation.simulateBalanceTopUp({
    body: { profileId, balanceId, currency, amount, channel: 'TRANSFER' },
  })
  return balanceId
}

/** Creates a recipient in euros, or finds the recipient that exists. Returns its id. */
async function addRecipient({ godwit, profileId: profile }: Target): Promise<number> {
  const { id } = await godwit.recipients.createRecipient({
    body: {
      profile,
      currency: 'EUR',
      type: 'iban',
      accountHolderName: 'Nora Sample',
      details: { legalType: 'PRIVATE', IBAN: 'DE89370400440532013000' },
    },
  })
  return Number(id)
}

type Payment = { readonly sourceCurrency?: string; readonly payIn?: 'BALANCE' | 'BANK_TRANSFER' }

/** Creates a quote of 100 for a recipient in euros. Returns the fields of a transfer request for this quote and recipient. */
async function createQuote(target: Target, { sourceCurrency = 'GBP', payIn = 'BALANCE' }: Payment) {
  const targetAccount = await addRecipient(target)
  const { id } = await target.godwit.quotes.createQuote({
    path: { profileId: target.profileId },
    body: {
      sourceCurrency,
      targetCurrency: 'EUR',
      sourceAmount: 100,
      targetAccount,
      preferredPayIn: payIn,
    },
  })
  return { targetAccount, quoteUuid: String(id) }
}

/** Creates a transfer of 100, by default in GBP, to a recipient in euros. Returns its id. */
export async function createTransfer(target: Target, payment: Payment = {}): Promise<number> {
  const body = { ...(await createQuote(target, payment)), details: { reference: 'Rent' } }
  const { id } = await target.godwit.transfers.createTransfer({ body })
  return Number(id)
}

/** Creates a batch group of one transfer from Canadian dollars, and completes it. Returns its id. */
export async function createCompletedBatchGroup(target: Target): Promise<string> {
  const { godwit, profileId } = target
  const sourceCurrency = 'CAD'
  const { id } = await godwit.batches.createBatchGroup({
    path: { profileId },
    body: { sourceCurrency, name: `Salaries ${crypto.randomUUID()}` },
  })
  const path = { profileId, batchGroupId: String(id) }
  const body = await createQuote(target, { sourceCurrency, payIn: 'BANK_TRANSFER' })
  await godwit.batches.addTransferToBatchGroup({ path, body })
  const { version } = await godwit.batches.getBatchGroup({ path })
  await godwit.batches.updateBatchGroup({ path, body: { status: 'COMPLETED', version } })
  return path.batchGroupId
}

export const ADDRESS = { firstLine: '1 High Street', city: 'London', postCode: 'SW1A 1AA' }

/** Creates a business profile with an address in the country. Returns its id. */
export async function createBusiness({ godwit }: Target, country: string): Promise<number> {
  const { id } = await godwit.profiles.createProfile({
    body: {
      type: 'business',
      details: {
        name: 'Sample Ltd',
        registrationNumber: '12345678',
        companyType: 'LIMITED',
        companyRole: 'OWNER',
        businessCategory: 'CONSULTING_IT_BUSINESS_SERVICES',
        businessSubCategory: 'DESIGN',
        webpage: 'https://example.com',
      },
    },
  })
  const details = { ...ADDRESS, country }
  await godwit.profiles.saveAddress({ body: { profile: Number(id), details } })
  return Number(id)
}

/** Does the work that is due, without moving the clock. */
export async function runDueWork({ godwit }: Target): Promise<void> {
  await godwit.simulation.advanceSandboxClock({ body: { seconds: 0 } })
}

/** The card of a new sandbox: its token and its number are always the same. */
export const CARD = { token: '3cf3dd96-903e-473a-9bb4-a5cf93450793', number: '9999100000000002' }

/** The merchant category code of grocery stores (ISO 18245). */
const GROCERY_STORE = 5411

/** Pays an amount in GBP with the card of the sandbox, and captures the payment. Returns the id of the transaction. */
export async function payByCard({ godwit, profileId }: Target, value: number): Promise<number> {
  const path = { profileId, cardToken: CARD.token }
  const amount = { value, currency: 'GBP' }
  const { error, reference } = await godwit.simulation.simulateCardAuthorisationV2({
    path,
    body: { pos: 'E_COMMERCE', amount, mcc: GROCERY_STORE, cardNumber: CARD.number },
  })
  if (error !== null) throw new CommandFailed(`The card payment was declined: ${error}.`)
  const { stan, retrievalReferenceNum } = reference.transaction
  const ref = { transaction: { stan, retrievalReferenceNum } }
  await godwit.simulation.simulateCardClearing({ path, body: { amount, ref } })
  return Number(retrievalReferenceNum)
}

/** Finds or opens a balance in euros, and orders account details for it. Returns the id of the order. */
export async function orderAccountDetails(target: Target): Promise<string> {
  await findOrOpenBalance(target, 'EUR')
  const { id } = await target.godwit.accountDetails.createAccountDetailsOrder({
    path: { profileId: target.profileId },
    body: { currency: 'EUR' },
  })
  return String(id)
}

/** Orders account details in euros unless the profile has them: without them it cannot receive a bank transfer. */
export async function provideAccountDetails(target: Target): Promise<void> {
  const path = { profileId: target.profileId }
  const all = await target.godwit.accountDetails.listAccountDetails({ path })
  const hasDetails = all.some(({ id, currency }) => id !== null && currency.code === 'EUR')
  if (!hasDetails) await orderAccountDetails(target)
}
