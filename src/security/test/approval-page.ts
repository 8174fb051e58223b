// Opens and submits the approval page, as a browser does.

import type { Client, Person } from '../../../test/support/people.ts'
import type { Reply, TestService } from '../../../test/support/service.ts'
import { createsTransfer, fundTransfer, topsUp } from '../../../test/support/transfers.ts'
import { postForm } from '../../users/test/token-requests.ts'
import { challengeToken, setsPin } from './protected-requests.ts'

export const openPage = (service: Pick<TestService, 'call'>, ott: string, parentHostname: string) =>
  postForm(service, '/approve-api-action', { ott, parentHostname, flow: 'popup' })

/** The hidden fields of a page, and the cookie that was set with it. */
export function formOf({ text, headers }: Reply) {
  const hidden = [...text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)]
  const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]))
  const cookie = /^[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? ''
  return { fields, cookie }
}

/** Submits the form of a page with the cookie that the page set. */
export function answerPage(
  service: Pick<TestService, 'call'>,
  page: Reply,
  fields: Record<string, string>,
  cookie = formOf(page).cookie,
): Promise<Reply> {
  const all = { ...formOf(page).fields, action: 'answer', ...fields }
  return postForm(service, '/approve-api-action/answer', all, { cookie })
}

/** Creates an application with these redirect URIs. Its name has a character that HTML escapes. */
export async function createsApplication(
  service: TestService,
  ...redirectUris: string[]
): Promise<Client> {
  const client = await service.createClient()
  await service.db.pool.query(
    'update applications set name = $2, redirect_uris = $3 where id = $1',
    [client.applicationId, 'Payroll & Co', redirectUris],
  )
  return client
}

/** Creates a user with a PIN, and challenges the funding of the user's transfer by an application. */
export async function challengedPayer(
  service: TestService,
  ...redirectUris: string[]
): Promise<{ ann: Person; ott: string; id: number }> {
  const { applicationId } = await createsApplication(service, ...redirectUris)
  const ann = await service.createUser({ applicationId })
  await topsUp(ann, 'GBP', 500)
  const { id } = await createsTransfer(ann)
  await setsPin(ann)
  return { ann, id, ott: challengeToken(await fundTransfer(ann, id)) }
}
