// Client authentication at the token endpoint and by Basic authentication.

import type { Reader } from '../../kernel/database/db.ts'
import { securityEvent } from '../../kernel/security-event.ts'
import { type ApplicationRow, findApplicationWithSecret } from '../application-store.ts'
import { equalInConstantTime, hashSecret } from '../secret.ts'
import { clientRefused } from '../security-events.ts'
import { OauthFailure } from './oauth-failure.ts'

/** A public client sends no secret or an empty one. */
type Credentials = { clientKey: string; secret: string | undefined }
type Form = { client_id?: string; client_secret?: string }

/**
 * Returns the application that Basic authentication or the form identifies (D6). A public client is identified but
 * not authenticated; its grants need further proof (D108). Throws invalid_client when the credentials are missing, when the
 * Basic credentials have no colon or have a null character, when header and form differ, when the client is unknown, when
 * its secret is missing or wrong, or when a public client sends a secret.
 */
export async function authenticateClient(
  db: Reader,
  authorization: string | string[] | undefined,
  form: Form,
): Promise<ApplicationRow> {
  const { clientKey, secret } = credentialsOf(String(authorization ?? ''), form)
  const found = await findApplicationWithSecret(db, clientKey)
  if (found === undefined)
    return secret === undefined
      ? failMissingCredentials()
      : failClient(WRONG_CREDENTIALS, 'unknown-client')
  const { secretHash, ...application } = found
  if (secretHash === null)
    return secret ? failClient(WRONG_CREDENTIALS, 'wrong-secret', application) : application
  if (secret === undefined) return failMissingCredentials(application)
  return equalInConstantTime(secretHash, hashSecret(secret))
    ? application
    : failClient(WRONG_CREDENTIALS, 'wrong-secret', application)
}

const BASIC = /^Basic\s+([\w+/=-]+)\s*$/i
const WRONG_CREDENTIALS =
  'The client key or the client secret is wrong. Send those of the application.'
const NO_CREDENTIALS =
  'Send the client key and the client secret, by Basic authentication or as client_id and client_secret.'

function credentialsOf(authorization: string, form: Form): Credentials {
  const basic = basicCredentials(authorization)
  if (basic === undefined) return formCredentials(form)
  const { client_id = basic.clientKey, client_secret = basic.secret } = form
  if (client_id !== basic.clientKey)
    failClient('client_id must be that of the Authorization header, or absent', 'two-clients')
  if (client_secret !== basic.secret)
    failClient('client_secret must be that of the Authorization header, or absent', 'two-clients')
  return basic
}

function basicCredentials(authorization: string): Credentials | undefined {
  const encoded = BASIC.exec(authorization)?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  // The client key goes to the database, which rejects null characters.
  if (colon < 0 || text.includes('\0')) return failClient(WRONG_CREDENTIALS, 'malformed')
  return { clientKey: text.slice(0, colon), secret: text.slice(colon + 1) }
}

function formCredentials({ client_id, client_secret }: Form): Credentials {
  return client_id === undefined
    ? failMissingCredentials()
    : { clientKey: client_id, secret: client_secret }
}

/** Fails for a client that has sent no credentials or no secret, and for a public client, which has no secret to send. */
export function failMissingCredentials(application?: ApplicationRow): never {
  return failClient(NO_CREDENTIALS, 'missing', application)
}

function failClient(
  description: string,
  reason: (typeof clientRefused.fields.reason)[number],
  application?: ApplicationRow,
): never {
  throw new OauthFailure(401, 'invalid_client', description, {
    challenge: 'Basic',
    // An unknown client key is not logged: it may be a secret in the wrong field.
    securityEvent: securityEvent(clientRefused, {
      reason,
      ...(application && { applicationId: application.id }),
    }),
  })
}
