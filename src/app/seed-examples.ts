// Creates the resources that the request examples in /openapi.json refer to. In cell 0, which is the default, each resource
// has the id or UUID of the example, so that a new sandbox accepts the examples as printed. test/examples.test.ts in this
// folder sends the examples, and lists the exceptions.

import { addTransfer, createGroup } from '../batches/index.ts'
import { planCardIssue, programsOf, reserveCard } from '../cards/index.ts'
import type { UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database/db.ts'
import type { Context } from '../kernel/endpoint.ts'
import type { Id } from '../kernel/ids.ts'
import { createQuote } from '../quotes/index.ts'
import { createRecipient } from '../recipients/index.ts'
import { createTransfer } from '../transfers/index.ts'
import { EXAMPLES } from './example-ids.ts'
import { defaultSettings } from './settings.ts'

type Random = Context['random']

type SeedContext = {
  readonly profileId: Id<'profile'>
  readonly caller: UserCaller
  readonly now: Temporal.Instant
  /** Random values of the cell of the service (D128). */
  readonly random: Random
}

/**
 * Creates two recipients, the second of which is the sender's own account, and returns the id of the first. Call it
 * before the first balance is opened: opening a balance creates a recipient too, which would take the id of an example.
 */
export async function seedRecipients(
  tx: Tx,
  { profileId, caller, now }: SeedContext,
): Promise<Id<'recipient'>> {
  const { id: targetAccount } = await createRecipient(
    tx,
    {
      profileId,
      draft: {
        currency: 'EUR',
        type: 'iban',
        accountHolderName: 'Nora Sample',
        details: {
          legalType: 'PRIVATE',
          iban: 'DE89370400440532013000',
          address: {
            country: 'DE',
            city: 'Berlin',
            firstLine: 'Unter den Linden 1',
            postCode: '10117',
          },
        },
        ownedByCustomer: false,
      },
      refund: false,
    },
    caller,
    now,
  )
  await createRecipient(
    tx,
    {
      profileId,
      draft: {
        currency: 'GBP',
        type: 'sort_code',
        accountHolderName: 'Robin Godwit',
        details: { legalType: 'PRIVATE', sortCode: '231470', accountNumber: '28821822' },
        ownedByCustomer: true,
      },
      refund: false,
    },
    caller,
    now,
  )
  return targetAccount
}

/** Creates quotes, an unpaid transfer, a batch group with another unpaid transfer, and a virtual card. Call it after `seedRecipients`. */
export async function seedExamples(
  tx: Tx,
  { profileId, caller, now, random }: SeedContext,
  targetAccount: Id<'recipient'>,
): Promise<void> {
  const context = { caller, now, settings: defaultSettings, requestHash: () => 'seed' }
  const params = { profileId }
  await seedQuotes(tx, { ...context, params, random }, targetAccount)
  await createTransfer(tx, {
    ...context,
    random,
    body: {
      targetAccount,
      quoteUuid: EXAMPLES.transferQuote,
      customerTransactionId: EXAMPLES.transferQuote,
    },
  })
  await createGroup(tx, {
    ...context,
    params,
    body: { name: 'Examples', sourceCurrency: 'USD' },
    random: withUuid(random, EXAMPLES.uuid),
  })
  await addTransfer(tx, {
    ...context,
    random,
    params: { profileId, batchGroupId: EXAMPLES.uuid },
    body: {
      targetAccount,
      quoteUuid: EXAMPLES.memberQuote,
      customerTransactionId: EXAMPLES.memberQuote,
    },
  })
  await seedCard(tx, { profileId, now }, { country: 'GB', phoneNumber: '+447700900123' })
}

async function seedQuotes(
  tx: Tx,
  { random, ...context }: Omit<Parameters<typeof createQuote>[1], 'body'>,
  targetAccount: Id<'recipient'>,
): Promise<void> {
  const toRecipient = {
    sourceCurrency: 'USD',
    targetCurrency: 'EUR',
    sourceAmount: '100.5',
    targetAccount,
  }
  for (const id of [EXAMPLES.uuid, EXAMPLES.transferQuote, EXAMPLES.memberQuote])
    await createQuote(tx, { ...context, body: toRecipient, random: withUuid(random, id) })
  await createQuote(tx, {
    ...context,
    body: {
      sourceCurrency: 'GBP',
      targetCurrency: 'EUR',
      sourceAmount: '100.5',
      payOut: 'BALANCE',
    },
    random: withUuid(random, EXAMPLES.conversionQuote),
  })
}

/** Ids of customers' card orders begin at 1, so no order ever gets this id. */
const EXAMPLE_ORDER_ID = 0 as Id<'card-order'>
/**
 * The secret that the card number is computed from: zero bytes in base64url. In cell 0 the digits between the first six
 * and the check digit are then zeros, as in the examples.
 */
const EXAMPLE_SECRET = 'A'.repeat(43)
/** In pence. Above zero, because the examples pay with the card. */
const LIFETIME_LIMIT_MINOR = 1_000_000n

/** Issues a virtual card of the first program. */
async function seedCard(
  tx: Tx,
  { profileId, now }: Pick<SeedContext, 'profileId' | 'now'>,
  { country, phoneNumber }: { readonly country: string; readonly phoneNumber: string },
): Promise<void> {
  const [program] = programsOf({ country, profileType: 'PERSONAL' }, 'sandbox')
  if (program === undefined) throw new Error(`there is no card program in ${country}`)
  const orderId = EXAMPLE_ORDER_ID
  await tx.write(reserveCard(profileId, orderId))
  const issued = await planCardIssue(tx, {
    profileId,
    orderId,
    program,
    phoneNumber,
    now,
    clientId: 'personal',
    cardHolderName: 'Robin Godwit',
    billingAddress: { firstLine: '1 Wader Street', city: 'London', postCode: 'E1 6AN', country },
    lifetimeLimitMinor: LIFETIME_LIMIT_MINOR,
    random: { uuid: () => EXAMPLES.uuid, secret: () => EXAMPLE_SECRET },
    settings: defaultSettings,
  })
  if (issued === undefined) throw new Error('the example card already exists')
  await tx.write(...issued.steps)
}

/** Random values, except that each UUID is `id`. */
function withUuid(random: Random, id: string): Random {
  return { ...random, uuid: () => id }
}
