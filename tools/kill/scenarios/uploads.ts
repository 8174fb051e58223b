// Scenarios of files that are uploaded for disputes. An upload has no idempotency key (D83), so a repeated upload may have
// stored its file more than once.

import { createHash } from 'node:crypto'
import { flowsPathOf, NETWORK, wrongAmountBody } from '../../../src/disputes/test/disputing.ts'
import { multipart, samples } from '../../../test/support/multipart.ts'
import { type Client, sendAs } from '../client/actions.ts'
import { type ExpectedProfile, expectStatus } from '../client/expected-profile.ts'

export type ExpectedUploads = {
  /** Acknowledged uploads by the id of their file. */
  readonly files: Map<string, ExpectedFile>
  /** For each repetition the SHA-256 of the file, because the earlier attempt may have taken effect. */
  readonly repeated: string[]
  /** The ids of the files of disputes by the id of the disputed card transaction. */
  readonly disputes: Map<number, string>
}

export type ExpectedFile = {
  readonly sha256: string
  readonly sizeBytes: number
  /** The time before the first attempt, in milliseconds of the real clock. */
  readonly sentAt: number
  isUsed: boolean
}

const SIZE_BYTES = { least: 1_000, most: 500_000 }
/** The probability that no dispute refers to a file although a payment without a dispute exists. */
const UNUSED_FILE_PROBABILITY = 0.3
/** Refusals of a repeated submission whose earlier attempt had its effect. */
const OWN_DISPUTE = ['dispute.exists', 'dispute.file.expired']

export function noUploads(): ExpectedUploads {
  return { files: new Map(), repeated: [], disputes: new Map() }
}

/** Uploads a file. Usually disputes a captured payment with the file, if the profile has a payment without a dispute. */
export async function uploadsFile(client: Client, profile: ExpectedProfile): Promise<void> {
  const { id, file } = await sendsFile(client, profile)
  const payment = undisputedPayment(profile)
  if (payment === undefined || client.random.chance(UNUSED_FILE_PROBABILITY)) return
  // Recorded before the request, because the other client of the profile must not dispute the same payment.
  profile.uploads.disputes.set(payment, id)
  const reply = await sendAs(client, profile, {
    route: `POST ${flowsPathOf({ personal: profile.profileId })}/${NETWORK}/WRONG_AMOUNT`,
    body: { ...wrongAmountBody(payment), files: { receipt: id } },
  })
  const isOwnWork = reply.tries > 1 && OWN_DISPUTE.includes(reply.body?.errors?.[0]?.code)
  if (!isOwnWork) expectStatus(reply, [200], 'a dispute')
  file.isUsed = true
}

async function sendsFile(
  client: Client,
  { person, profileId, uploads }: ExpectedProfile,
): Promise<{ id: string; file: ExpectedFile }> {
  const { random, send } = client
  const size = random.between(SIZE_BYTES.least, SIZE_BYTES.most)
  const bytes = Buffer.concat([samples.pdf, Buffer.alloc(size, random.uuid())])
  const file: ExpectedFile = {
    sha256: sha256Of(bytes),
    sizeBytes: bytes.length,
    sentAt: Date.now(),
    isUsed: false,
  }
  const reply = await send({
    token: person.token,
    route: `POST /v4/spend/profiles/${profileId}/dispute-form/file`,
    form: multipart([{ name: 'receipt', fileName: 'receipt.pdf', bytes }]),
  })
  for (let tries = 1; tries < reply.tries; tries++) uploads.repeated.push(file.sha256)
  const id: string = expectStatus(reply, [200], 'an upload').body.receipt
  if (uploads.files.has(id)) throw new Error(`two uploads made file ${id}`)
  uploads.files.set(id, file)
  return { id, file }
}

function undisputedPayment({ card, uploads }: ExpectedProfile): number | undefined {
  for (const [id, { state }] of card?.payments ?? [])
    if (state === 'COMPLETED' && !uploads.disputes.has(id)) return id
  return undefined
}

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
