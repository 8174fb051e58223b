import type { Reader } from '../kernel/db.ts'
import { OauthFailure } from '../kernel/oauth-failure.ts'
import { hashSecret } from './secret.ts'
import { type ApplicationRow, findApplicationBySecret } from './store.ts'

type Credentials = { clientKey: string; secret: string }
type Form = { client_id?: string; client_secret?: string }

/**
 * The application that asks for a token, by Basic authentication or by fields of the form (D6).
 * Throws invalid_client when it is unknown, its secret is wrong, or the two ways disagree.
 */
export async function authenticateClient(
  db: Reader,
  authorization: string | string[] | undefined,
  form: Form,
): Promise<ApplicationRow> {
  const basic = basicCredentials(String(authorization ?? ''))
  const { clientKey, secret } =
    basic ?? formCredentials(form) ?? fail('Client credentials are missing')
  if (form.client_id !== undefined && form.client_id !== clientKey)
    fail('client_id is not the client that is authenticated')
  const application = await findApplicationBySecret(db, clientKey, hashSecret(secret))
  return application ?? fail('Bad client credentials')
}

function basicCredentials(authorization: string): Credentials | undefined {
  const encoded = /^Basic\s+([\w+/=-]+)\s*$/i.exec(authorization)?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  // Sent to the database, which takes no null characters.
  if (colon < 0 || text.includes('\0')) return fail('Bad client credentials')
  return { clientKey: text.slice(0, colon), secret: text.slice(colon + 1) }
}

function formCredentials({ client_id, client_secret }: Form): Credentials | undefined {
  if (client_id === undefined || client_secret === undefined) return undefined
  return { clientKey: client_id, secret: client_secret }
}

function fail(description: string): never {
  throw new OauthFailure(401, 'invalid_client', description, 'Basic')
}
