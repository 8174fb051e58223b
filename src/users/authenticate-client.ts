import type { Reader } from '../kernel/db.ts'
import { OauthFailure } from '../kernel/oauth-failure.ts'
import { securityEvent } from '../kernel/security-event.ts'
import { equalTexts, hashSecret } from './secret.ts'
import { clientRefused } from './security-events.ts'
import { type ApplicationRow, findClientWithSecret } from './store.ts'

type Credentials = { clientKey: string; secret: string }
type Form = { client_id?: string; client_secret?: string }

/**
 * The application that requests a token, by Basic authentication or by fields of the form (D6).
 * Throws invalid_client when it is unknown, its secret is wrong, or the two ways disagree.
 */
export async function authenticateClient(
  db: Reader,
  authorization: string | string[] | undefined,
  form: Form,
): Promise<ApplicationRow> {
  const { clientKey, secret } = credentialsOf(String(authorization ?? ''), form)
  const found = await findClientWithSecret(db, clientKey)
  if (found === undefined) return fail(BAD, 'unknown-client')
  const { secretHash, ...application } = found
  if (!equalTexts(secretHash, hashSecret(secret))) fail(BAD, 'wrong-secret', application)
  return application
}

const BAD = 'Bad client credentials'

function credentialsOf(authorization: string, form: Form): Credentials {
  const credentials = basicCredentials(authorization) ?? formCredentials(form)
  if (credentials === undefined) return fail('Client credentials are missing', 'missing')
  if (form.client_id !== undefined && form.client_id !== credentials.clientKey)
    fail('client_id is not the client that is authenticated', 'two-clients')
  return credentials
}

function basicCredentials(authorization: string): Credentials | undefined {
  const encoded = /^Basic\s+([\w+/=-]+)\s*$/i.exec(authorization)?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  // Sent to the database, which takes no null characters.
  if (colon < 0 || text.includes('\0')) return fail(BAD, 'malformed')
  return { clientKey: text.slice(0, colon), secret: text.slice(colon + 1) }
}

function formCredentials({ client_id, client_secret }: Form): Credentials | undefined {
  if (client_id === undefined || client_secret === undefined) return undefined
  return { clientKey: client_id, secret: client_secret }
}

function fail(
  description: string,
  reason: (typeof clientRefused.fields.reason)[number],
  application?: ApplicationRow,
): never {
  throw new OauthFailure(401, 'invalid_client', description, {
    challenge: 'Basic',
    // A key that names no application is not logged: it may be a secret in the wrong place.
    securityEvent: securityEvent(clientRefused, {
      reason,
      ...(application && { applicationId: application.id }),
    }),
  })
}
