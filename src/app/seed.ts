// Fills a new sandbox with data that is always the same (D2), so that the first call in the documentation works: a user with
// credentials, applications, profiles, directors and owners, balances, recipients and example transfers.

import { ensureStandardBalance, topUp } from '../balances/index.ts'
import { onBehalfOf } from '../kernel/caller.ts'
import { type Database, sql, type Tx } from '../kernel/database/db.ts'
import type { Context } from '../kernel/endpoint.ts'
import type { Id } from '../kernel/ids.ts'
import { addOfficers, directorList, ownerList } from '../officers/index.ts'
import { createProfile, saveAddress, verifyProfiles } from '../profiles/index.ts'
import {
  createApplication,
  createPersonalToken,
  createUser,
  findApplication,
  insertGrant,
} from '../users/index.ts'
import { randomIn } from './http/context.ts'
import { seedExamples, seedRecipients } from './seed-examples.ts'

export const SEED = {
  applications: [
    { clientKey: 'sandbox-app', secret: 'sandbox-app-secret', partnerPrice: '0', isGranted: true },
    {
      clientKey: 'sandbox-partner',
      secret: 'sandbox-partner-secret',
      partnerPrice: '0.005',
      trusted: true,
      additionalVerification: true,
      isGranted: false,
    },
  ],
  email: 'sandbox@example.com',
  personalToken: '5a4d0b0c-0000-4000-8000-000000000001',
  personal: {
    firstName: 'Robin',
    lastName: 'Godwit',
    dateOfBirth: '1990-01-31',
    phoneNumber: '+447700900123',
  },
  business: {
    name: 'Godwit Trading Ltd',
    registrationNumber: '12345678',
    companyType: 'LIMITED',
    companyRole: 'OWNER',
    businessCategory: 'CONSULTING_IT_BUSINESS_SERVICES',
    businessSubCategory: 'DESIGN',
    webpage: 'https://example.com',
  },
  address: { country: 'GB', firstLine: '1 High Street', city: 'London', postCode: 'SW1A 1AA' },
  directors: [
    {
      firstName: 'Robin',
      lastName: 'Godwit',
      dateOfBirth: '1990-01-31',
      countryOfResidenceIso3Code: 'gbr',
    },
    {
      firstName: 'Nora',
      lastName: 'Sample',
      dateOfBirth: '1975-09-02',
      countryOfResidenceIso3Code: 'gbr',
    },
  ],
  owners: [
    {
      name: 'Robin Godwit',
      dateOfBirth: '1990-01-31',
      countryOfResidenceIso3Code: 'gbr',
      addressFirstLine: '1 High Street',
      postCode: 'SW1A 1AA',
      ownershipPercentage: '100',
    },
  ],
  currencies: ['GBP', 'EUR', 'USD', 'AUD'],
  /** The money on each balance, in major units of its currency. */
  amount: '1000000',
} as const

type Random = Context['random']

/** The advisory lock that a process takes before it fills the sandbox: a number that no other lock has. */
const SEED_LOCK = 7_301_028
const lockSeedSql = sql<never>(`select pg_advisory_xact_lock(${SEED_LOCK})`)

/** Fills an empty sandbox, and does nothing when the sandbox was filled before. `realNow` is the time of the machine. */
export async function seed(
  db: Database,
  realNow: Temporal.Instant,
  random: Random = randomIn(0),
): Promise<void> {
  await db.transact(async (tx) => {
    await tx.rows(lockSeedSql)
    if ((await findApplication(tx, SEED.applications[0].clientKey)) === undefined)
      await fillSandbox(tx, realNow, random)
  })
}

async function fillSandbox(tx: Tx, now: Temporal.Instant, random: Random): Promise<void> {
  const userId = await createSeedUser(tx, now)
  const caller = onBehalfOf(userId)
  const context = { caller, now, random }
  const { personal, business } = await createSeedProfiles(tx, context)
  // Cards, eligibility and other rules need an address; without one the first call of a new sandbox would fail (D87).
  for (const { id: profile } of [personal, business])
    await saveAddress(tx, { profile, details: SEED.address }, caller, now)
  await addSeedOfficers(tx, business.id, context)
  await verifyProfiles(tx, userId, now)
  const seedContext = {
    profileId: personal.id,
    caller: { ...caller, profiles: [{ id: personal.id, type: personal.type }] },
    now,
    random,
  }
  const targetAccount = await seedRecipients(tx, seedContext)
  for (const { id: profileId } of [personal, business])
    for (const currency of SEED.currencies) await fillBalance(tx, profileId, currency, now)
  await seedExamples(tx, seedContext, targetAccount)
}

/** Creates the user, the applications, the grants by which some of them may act for the user, and a personal token. */
async function createSeedUser(tx: Tx, now: Temporal.Instant): Promise<Id<'user'>> {
  const { id: userId } = await createUser(tx, { email: SEED.email }, now)
  for (const { isGranted, ...application } of SEED.applications) {
    const { id } = await createApplication(tx, { ...application, redirectUris: ['loopback'] }, now)
    // With the grant, the application's webhooks report events of the seeded profiles from the start (D101).
    if (isGranted) await insertGrant(tx, id, userId, now)
  }
  await createPersonalToken(tx, { userId, token: SEED.personalToken }, now)
  return userId
}

async function createSeedProfiles(tx: Tx, context: Parameters<typeof createProfile>[2]) {
  const { personal, business } = SEED
  return {
    personal: await createProfile(tx, { type: 'personal', details: personal }, context),
    business: await createProfile(tx, { type: 'business', details: business }, context),
  }
}

async function addSeedOfficers(
  tx: Tx,
  profileId: Id<'profile'>,
  { now, random }: { readonly now: Temporal.Instant; readonly random: Random },
): Promise<void> {
  const common = { profileId, now, random }
  await addOfficers(tx, directorList, { ...common, sent: SEED.directors })
  await addOfficers(tx, ownerList, { ...common, sent: SEED.owners })
}

async function fillBalance(
  tx: Tx,
  profileId: Id<'profile'>,
  currency: string,
  now: Temporal.Instant,
): Promise<void> {
  const { id: balanceId } = await ensureStandardBalance(tx, profileId, currency, now)
  const { amount } = SEED
  await topUp(tx, { profileId, balanceId, currency, amount, channel: 'TRANSFER', now })
}
