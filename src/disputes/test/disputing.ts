// Card transactions, and disputes of them, for tests.

import { FlowClient, type FlowRequest } from '../../../test/support/dynamic-flow.ts'
import { filePart, multipart } from '../../../test/support/multipart.ts'
import type { Person } from '../../../test/support/people.ts'
import type { TestService } from '../../../test/support/service.ts'
import { ok, topsUp } from '../../../test/support/transfers.ts'
import {
  authorises,
  clear,
  createsTerminal,
  listTransactions,
  refund,
  reverse,
  sendAuthorisation,
  type Terminal,
} from '../../card-transactions/test/terminal.ts'

export const NETWORK = 'CARD_NETWORK_A'

type PaymentOptions = {
  readonly state?: 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED' | 'DECLINED'
  /** Whether to return the refund of the payment instead of the payment. */
  readonly isRefund?: boolean
}

/**
 * Pays 50 EUR with a new card of the profile, from a balance in GBP. A declined payment is of 1,000,000 EUR, more than the
 * balance holds. Returns the id of the transaction.
 */
export async function paysByCard(
  service: TestService,
  by: Person,
  { state = 'COMPLETED', isRefund = false }: PaymentOptions = {},
): Promise<number> {
  await topsUpFirst(by)
  const terminal = await createsTerminal(service, by)
  if (state === 'DECLINED') {
    await ok(sendAuthorisation(terminal, 1_000_000, { currency: 'EUR' }))
    return newestOf(terminal)
  }
  const approved = await authorises(terminal, 50, { currency: 'EUR' })
  if (state === 'CANCELLED') await ok(reverse(terminal, approved, 0))
  if (state === 'COMPLETED') await ok(clear(terminal, approved, 50))
  if (!isRefund) return approved.id
  await ok(refund(terminal, approved, 0))
  return newestOf(terminal)
}

/** Tops up 10,000 GBP before the first payment. */
async function topsUpFirst(by: Person): Promise<void> {
  const balances = await ok(by.call(`GET /v4/profiles/${by.personal}/balances?types=STANDARD`))
  const isOpen = balances.some((each: { currency: string }) => each.currency === 'GBP')
  if (!isOpen) await topsUp(by, 'GBP', 10_000)
}

async function newestOf(terminal: Terminal): Promise<number> {
  const { transactions } = await ok(listTransactions(terminal))
  return Number(transactions[0].id)
}

export const flowsPathOf = ({ personal }: Pick<Person, 'personal'>) =>
  `/v3/spend/profiles/${personal}/dispute-form/flows`

export const disputesPathOf = ({ personal }: Pick<Person, 'personal'>) =>
  `/v3/spend/profiles/${personal}/disputes`

export const uploadPathOf = ({ personal }: Pick<Person, 'personal'>) =>
  `/v4/spend/profiles/${personal}/dispute-form/file`

/** A body that submits a dispute of WRONG_AMOUNT. */
export const wrongAmountBody = (transactionId: number | string) => ({
  transaction: { transactionId: String(transactionId), email: 'support@partner.example' },
  form: {
    charged: { value: 50, currency: 'EUR' },
    expected: { value: 5, currency: 'EUR' },
    agreedDetails: { agreed: false },
    goods: 'A coffee',
    details: 'I paid 5 EUR according to the receipt.',
  },
  disclaimer: { allAnswered: true, filesUploaded: true },
})

/** A body that submits a dispute of WRONG_AMOUNT with files, as their ids by name. */
export const wrongAmountBodyWithFiles = (transactionId: number, files: object) => ({
  ...wrongAmountBody(transactionId),
  files,
})

/** A reason that can dispute several transactions. */
export const UNRECOGNISED = 'CARD_POSSESSION'

/** A body that submits a dispute of UNRECOGNISED for one transaction or several. */
export const unrecognisedBody = (transactionId: unknown) => ({
  ...wrongAmountBody('1'),
  transaction: { transactionId, email: 'support@partner.example' },
  form: { detailsShared: false, details: 'I was asleep.' },
})

export const submit = (by: Person, body: object, reason = 'WRONG_AMOUNT', scheme = NETWORK) =>
  by.call(`POST ${flowsPathOf(by)}/${scheme}/${reason}`, { body })

/** Submits a dispute of the transaction for WRONG_AMOUNT. Returns the dispute. */
export async function submitsDispute(by: Person, transactionId: number) {
  await ok(submit(by, wrongAmountBody(transactionId)))
  const query = { transactionId: String(transactionId), status: 'ACTIVE' }
  return (await ok(by.call(`GET ${disputesPathOf(by)}`, { query }))).disputes[0]
}

/** Uploads a file. Returns its id. */
export async function uploadsFile(by: Person, name = 'receipt'): Promise<string> {
  return (await ok(by.call(`POST ${uploadPathOf(by)}`, multipart([filePart(name)]))))[name]
}

/** Opens the step of a reason in the strict client, which sends requests with the token of `by`. */
export function openFlow(
  by: Person,
  reason: string,
  transactionId: number | string,
  email?: string,
): Promise<FlowClient> {
  const send = async ({ method, url, json, file }: FlowRequest) =>
    by.call(`${method} ${url}`, {
      ...(json !== undefined && { body: json }),
      ...(file &&
        multipart([{ name: file.formPart, fileName: file.name, bytes: Buffer.from(file.bytes) }])),
    })
  return FlowClient.open(send, {
    method: 'POST',
    url: `${flowsPathOf(by)}/step/${NETWORK}/${reason}?transactionId=${transactionId}`,
    json: email === undefined ? {} : { email },
  })
}

/** Moves a dispute by the simulation, or withdraws it. */
export const requestDisputeMove = (
  by: Person,
  disputeId: string,
  subStatus: string,
  body: object = {},
) =>
  subStatus === 'WITHDRAWN'
    ? by.call(`PUT ${disputesPathOf(by)}/${disputeId}/status`, { body: { status: 'CLOSED' } })
    : by.call(
        `POST /v1/simulation/spend/profiles/${by.personal}/disputes/${disputeId}/${subStatus}`,
        { body },
      )

/** The payloads of the events of the profile's disputes, oldest first. */
export async function disputeEvents(service: TestService, { personal }: Person): Promise<object[]> {
  const { rows } = await service.db.pool.query(
    `select payload from events
      where profile_id = $1 and name = 'transaction-disputes#update' order by id`,
    [personal],
  )
  return rows.map(({ payload }) => payload)
}

/** The stored rows of the profile's uploaded files. */
export async function filesOf(service: TestService, { personal }: Person) {
  const { rows } = await service.db.pool.query(
    'select purpose, used_at, expires_at from uploaded_files where profile_id = $1',
    [personal],
  )
  return rows
}
