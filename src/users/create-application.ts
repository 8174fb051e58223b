// Creates and changes applications: for the operator and for the sandbox's seed.

import type { Tx } from '../kernel/database/db.ts'
import { refuse } from '../kernel/refusal.ts'
import * as applications from './application-store.ts'
import {
  ApplicationNotFound,
  ClientKeyInvalid,
  ClientKeyTaken,
  PartnerPriceInvalid,
  RedirectUriInvalid,
} from './errors.ts'
import { isClientKey, isPartnerPrice, mayBeRegistered } from './model.ts'
import { hashSecret } from './secret.ts'

type NewApplication = {
  readonly clientKey: string
  readonly name?: string | undefined
  /** Null for a public client, which cannot keep a secret. */
  readonly secret: string | null
  readonly redirectUris?: readonly string[] | undefined
  /** A fraction of the source amount as decimal text: `0.005` is half a per cent. */
  readonly partnerPrice?: string | undefined
  /** Whether profiles that the application creates for users whom it signed up are verified from the start (D41). */
  readonly trusted?: boolean | undefined
  /**
   * Whether the application's users in the European Economic Area need the additional customer verification for quotes
   * from the currencies of the area (D46).
   */
  readonly additionalVerification?: boolean | undefined
}

/** Refuses with ClientKeyInvalid, ClientKeyTaken, RedirectUriInvalid or PartnerPriceInvalid. */
export async function createApplication(
  tx: Tx,
  { clientKey, name = clientKey, secret, redirectUris = [], ...options }: NewApplication,
  now: Temporal.Instant,
): Promise<applications.ApplicationRow> {
  const { partnerPrice = '0', trusted = false, additionalVerification = false } = options
  if (!isClientKey(clientKey)) refuse(ClientKeyInvalid, { arguments: [clientKey] })
  checkApplication({ redirectUris, partnerPrice })
  const application = {
    clientKey,
    name,
    secretHash: secret === null ? null : hashSecret(secret),
    redirectUris,
    partnerPrice,
    trusted,
    additionalVerification,
  }
  const row = await applications.insertApplication(tx, application, now)
  return row ?? refuse(ClientKeyTaken, { arguments: [clientKey] })
}

type ApplicationChange = Omit<NewApplication, 'clientKey' | 'name' | 'secret'> & {
  readonly secret?: string
}

/**
 * Changes the fields that are present. A new secret replaces the old one; issued tokens stay valid. Refuses with
 * ApplicationNotFound, RedirectUriInvalid or PartnerPriceInvalid.
 */
export async function changeApplication(
  tx: Tx,
  clientKey: string,
  { secret, redirectUris, partnerPrice, trusted, additionalVerification }: ApplicationChange,
): Promise<applications.ApplicationRow> {
  checkApplication({ redirectUris, partnerPrice })
  const row = await applications.updateApplication(tx, clientKey, {
    secretHash: secret === undefined ? null : hashSecret(secret),
    redirectUris: redirectUris ?? null,
    partnerPrice: partnerPrice ?? null,
    trusted: trusted ?? null,
    additionalVerification: additionalVerification ?? null,
  })
  return row ?? refuse(ApplicationNotFound, { arguments: [clientKey] })
}

function checkApplication({
  redirectUris = [],
  partnerPrice = '0',
}: Pick<NewApplication, 'redirectUris' | 'partnerPrice'>): void {
  const wrong = redirectUris.filter((uri) => !mayBeRegistered(uri))
  if (wrong.length > 0) refuse(RedirectUriInvalid, { arguments: wrong })
  if (!isPartnerPrice(partnerPrice)) refuse(PartnerPriceInvalid, { arguments: [partnerPrice] })
}
