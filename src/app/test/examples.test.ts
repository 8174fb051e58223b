// Sends every request example of the OpenAPI document to a newly seeded sandbox. A rejected example would mislead
// client developers.

import { beforeAll, describe, expect, it } from 'vitest'
import { filePart, multipart } from '../../../test/support/multipart.ts'
import { type TestService, testService } from '../../../test/support/service.ts'
import { everyEndpoint } from '../http/open-operations.ts'
import { openApi } from '../openapi/document.ts'
import { SEED, seed } from '../seed.ts'

type Parameter = {
  name: string
  in: string
  required?: boolean
  schema: { examples?: unknown[] }
}
type RequestBody = {
  content: Record<string, { example?: unknown; encoding?: Record<string, unknown> }>
}
type Operation = {
  operationId: string
  tags: string[]
  parameters: (Parameter | { $ref: string })[]
  security: object[]
  'x-example-after'?: string[]
  requestBody?: RequestBody
  responses: Record<string, unknown>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { parameters: Record<string, Parameter> }
}

const { paths, components } = openApi(everyEndpoint, { mode: 'sandbox' })(
  'http://localhost',
) as Document
const operations = new Map(
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      operation.operationId,
      { route: `${method.toUpperCase()} ${path}`, ...operation },
    ]),
  ),
)

/** Operations that accept no fixed example, and the value or the mode that they need. */
const withoutFixedExample: Readonly<Record<string, string>> = {
  changeInbox: 'the id of an inbox, which the service generates',
  authorizeApplication: 'the CSRF token of the page',
  answerApprovalPage: 'the one-time token of a 403 and the CSRF token of the page',
  getCardDetails: 'a JWE for the key of the service',
  getCardPin: 'a JWE for the key of the service',
  openApprovalPage: 'the one-time token of a 403',
  presetCardPin: 'a JWE for the key of the service',
  resendEditedToApplication: 'the id of a delivery, which the service generates',
  resendEditedToProfile: 'the id of a delivery, which the service generates',
  simulateCardProduction: 'the token of a physical card, which the service generates',
  simulateDispute: 'the id of a dispute, which the service generates',
  submitClaim: 'the token of a claim link',
  uploadDisputeFileV3: 'live mode (D83)',
  verifyFaceMap: 'the one-time token of a 403',
  verifyPin: 'the one-time token of a 403',
  verifySmsCode: 'the one-time token of a 403',
  withdrawDispute: 'the id of a dispute, which the service generates',
}

const withBody = [...operations.values()].filter(
  ({ operationId, requestBody }) =>
    requestBody !== undefined &&
    !/Alias\d$/.test(operationId) &&
    !(operationId in withoutFixedExample),
)

it('more than 40 operations have an example that can be sent, and each excepted operation exists', () => {
  expect(withBody.length).toBeGreaterThan(40)
  for (const id of Object.keys(withoutFixedExample)) expect(operations.has(id), id).toBe(true)
})

/** Operations that use up seeded rows, or enrol a factor, after which other operations need an approval. */
const needSeparateSandbox = new Set([
  'addTransferToBatchGroup',
  'createBorderlessConversion',
  'createPaymentInitiation',
  'createThirdPartyTransfer',
  'enrolFaceMap',
  'createPhoneNumber',
  'createPin',
  'createSigningKey',
  'fundBatchGroup',
  'fundTransfer',
  'openDisputeStep',
  'simulateCardClearing',
  'simulateCardReversal',
  'simulateCardReversalPostClearing',
  'submitDispute',
  'updatePhoneNumber',
  'verifyPhoneNumber',
])

const sandboxOf = ({ operationId, tags }: Operation) =>
  needSeparateSandbox.has(operationId) ? operationId : String(tags[0])

describe.each([...Map.groupBy(withBody, sandboxOf)])(
  'a newly seeded sandbox accepts the examples of %s',
  (_tag, operationsOfSandbox) => {
    const service = testService({ audited: false })
    const accepted = new Set<string>()
    beforeAll(() => seed(service.db, service.now()))

    it.each(operationsOfSandbox.map(({ operationId }) => operationId))(
      '2xx for the example of %s',
      async (operationId) => {
        for (const each of [
          ...(operations.get(operationId)?.['x-example-after'] ?? []),
          operationId,
        ]) {
          const path = pathOf(each, operationId)
          if (accepted.has(path)) continue
          const reply = await sendExample(service, each, path)
          expect(reply, `${each} ${JSON.stringify(reply)}`).toMatchObject({ accepted: true })
          accepted.add(path)
        }
      },
    )
  },
)

function operationOf(operationId: string): Operation & { route: string } {
  const operation = operations.get(operationId)
  if (operation === undefined) throw new Error(`there is no operation ${operationId}`)
  return operation
}

/** Method and path of an operation. A path parameter that `exampleId` has too gets the value of that example. */
function pathOf(operationId: string, exampleId: string): string {
  const { route, parameters } = operationOf(operationId)
  return [...operationOf(exampleId).parameters, ...parameters]
    .map(resolved)
    .filter((each) => each.in === 'path')
    .reduce(
      (text, { name, schema }) => text.replace(`{${name}}`, encodeURIComponent(exampleOf(schema))),
      route,
    )
}

async function sendExample(service: TestService, operationId: string, path: string) {
  const operation = operationOf(operationId)
  const { parameters, requestBody, responses } = operation
  const named = (where: string) =>
    parameters.map(resolved).filter((each) => each.in === where && each.required)
  const headers = Object.fromEntries(
    named('header').map(({ name, schema }) => [name, exampleOf(schema)]),
  )
  const { status, body } = await service.call(path, {
    ...(await tokenFor(service, operation)),
    query: Object.fromEntries(named('query').map(({ name, schema }) => [name, exampleOf(schema)])),
    headers,
    ...(requestBody && bodyOf(requestBody, headers)),
  })
  const accepted = status >= 200 && status < 300 && String(status) in responses
  return { accepted, status, errors: body?.errors }
}

/** A printed example shows a file as a text. Sends a sample file in the first field for files instead. */
function bodyOf({ content }: RequestBody, headers: Record<string, string>) {
  const [{ example, encoding } = {}] = Object.values(content)
  if (encoding === undefined) return { body: example }
  const fields = Object.entries((example ?? {}) as Record<string, unknown>)
  const [file = ''] = Object.keys(encoding)
  const texts = fields
    .filter(([name]) => !(name in encoding))
    .map(([name, value]) => ({ name, text: String(value) }))
  return multipart([...texts, filePart(file)], headers)
}

function resolved(parameter: Parameter | { $ref: string }): Parameter {
  if (!('$ref' in parameter)) return parameter
  const found = components.parameters[parameter.$ref.replace('#/components/parameters/', '')]
  if (found === undefined) throw new Error(`there is no parameter ${parameter.$ref}`)
  return found
}

const exampleOf = ({ examples = [] }: { examples?: unknown[] }) => String(examples[0])

async function tokenFor(
  service: TestService,
  { security }: Operation,
): Promise<{ token?: string }> {
  if (security.some((scheme) => 'personalToken' in scheme)) return { token: SEED.personalToken }
  if (!security.some((scheme) => 'clientToken' in scheme)) return {}
  const [{ clientKey, secret }] = SEED.applications
  const { body } = await service.call('POST /oauth/token', {
    body: { grant_type: 'client_credentials', client_id: clientKey, client_secret: secret },
  })
  return { token: body.access_token }
}
