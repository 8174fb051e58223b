import { errorOf } from '@godwit/sdk'

/** The body of a successful reply. Throws an error of the SDK, with the reasons of the service, for any other reply. */
export async function readJson<Body>(reply: Response): Promise<Body> {
  if (!reply.ok) throw await errorOf(reply)
  return (await reply.json()) as Body
}
