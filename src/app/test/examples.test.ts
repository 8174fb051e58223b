// Sends the examples of request bodies in the OpenAPI document to newly seeded sandboxes, all but those of aliases and of
// `withoutFixedExample`. A rejected example would mislead client developers.

import { beforeAll, describe, expect, it } from 'vitest'
import { filePart, multipart } from '../../../test/support/multipart.ts'
import { type Reply, type TestService, testService } from '../../../test/support/service.ts'
import { everyEndpoint } from '../http/open-operations.ts'
import { openApi } from '../openapi/document.ts'
import { exampleValues, type ReplyValue } from '../openapi/prerequisites.ts'
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
  description: string
  tags: string[]
  parameters: (Parameter | { $ref: string })[]
  security: object[]
  /** The operations whose examples must be sent first, in this order. */
  'x-example-after'?: string[]
  'x-example-values'?: Record<string, ReplyValue>
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

/** Operations that accept no fixed example and no value of a former reply, and the value or the mode that they need. */
const withoutFixedExample: Readonly<Record<string, string>> = {
  authorizeApplication: 'the CSRF token of the page',
  answerApprovalPage: 'the one-time token of a 403 and the CSRF token of the page',
  getCardDetails: 'a JWE for the key of the service',
  getCardPin: 'a JWE for the key of the service',
  openApprovalPage: 'the one-time token of a 403 to an application',
  presetCardPin: 'a JWE for the key of the service',
  simulateCardProduction: 'the token of a physical card, which the service generates',
  submitClaim: 'the token of a claim link',
  uploadDisputeFileV3: 'live mode (D83)',
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
  expect(Object.keys(exampleValues).filter((id) => id in withoutFixedExample)).toEqual([])
})

it('each value of a former reply comes from an operation that is called before, and the description names that operation', () => {
  for (const id of Object.keys(exampleValues)) {
    const {
      description,
      'x-example-after': before = [],
      'x-example-values': values = {},
    } = operationOf(id)
    expect(Object.keys(values).length).toBeGreaterThan(0)
    for (const [name, { operation }] of Object.entries(values)) {
      expect(before, id).toContain(operation)
      expect(description).toContain(`\`${name}\``)
      expect(description).toContain(`the reply of \`${operation}\``)
    }
  }
})

/**
 * Operations whose example needs a separate sandbox, for one of these reasons: the operation uses up seeded rows; it enrols
 * a factor, after which other operations need an approval; or it needs a value of the reply to an earlier operation, whose
 * example is sent only once to a shared sandbox.
 */
const needSeparateSandbox = new Set([
  'addTransferToBatchGroup',
  'changeInbox',
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
  'resendEditedToApplication',
  'resendEditedToProfile',
  'simulateCardClearing',
  'simulateCardReversal',
  'simulateCardReversalPostClearing',
  'simulateDispute',
  'submitDispute',
  'updatePhoneNumber',
  'verifyFaceMap',
  'verifyPhoneNumber',
  'verifyPin',
  'verifySmsCode',
  'withdrawDispute',
])

const sandboxOf = ({ operationId, tags }: Operation) =>
  needSeparateSandbox.has(operationId) ? operationId : String(tags[0])

describe.each([...Map.groupBy(withBody, sandboxOf)])(
  'a newly seeded sandbox accepts the examples of %s',
  (_, operationsOfSandbox) => {
    const service = testService({ audited: false })
    const acceptedPaths = new Set<string>()
    beforeAll(() => seed(service.db, service.now()))

    it.each(operationsOfSandbox.map(({ operationId }) => operationId))(
      '2xx for the example of %s',
      async (operationId) => {
        const replies = new Map<string, Reply>()
        const { 'x-example-after': before = [], 'x-example-values': sources = {} } =
          operationOf(operationId)
        for (const sentId of [...before, operationId]) {
          const values = valuesOf(sources, replies)
          const path = pathOf(sentId, operationId, values)
          if (acceptedPaths.has(path)) continue
          const { reply, ...result } = await sendExample(service, sentId, { path, values })
          // An earlier operation may be refused with 403 where a header of the 403 has the value, such as a one-time token.
          const isRefusedForValue = Object.values(sources).some(
            (source) => 'header' in source && source.operation === sentId && reply.status === 403,
          )
          const isAccepted = result.isSuccess || isRefusedForValue
          expect(isAccepted, `${sentId} ${JSON.stringify(result)}`).toBe(true)
          acceptedPaths.add(path)
          replies.set(sentId, reply)
          // Runs the work, such as deliveries, that the worker of a sandbox does in the background.
          if (operationId in exampleValues) await service.settle()
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

/**
 * The values of former replies by the name of the parameter or field. Values of operations that were not called yet are
 * left out.
 */
function valuesOf(
  sources: Readonly<Record<string, ReplyValue>>,
  replies: ReadonlyMap<string, Reply>,
): Map<string, string> {
  const values = new Map<string, string>()
  for (const [name, source] of Object.entries(sources)) {
    const reply = replies.get(source.operation)
    if (reply === undefined) continue
    const value =
      'header' in source
        ? reply.headers[source.header]
        : source.body
            .split('/')
            .slice(1)
            .reduce((found, key) => found?.[key], reply.body)
    if (value === undefined) throw new Error(`${source.operation} returned no value for ${name}`)
    values.set(name, String(value))
  }
  return values
}

/**
 * Method and path of an operation. A path parameter gets the value of a former reply; else the example of this parameter
 * in the operation `exampleId`, if that operation has the parameter; else the example in the operation `operationId`.
 */
function pathOf(
  operationId: string,
  exampleId: string,
  values: ReadonlyMap<string, string>,
): string {
  const { route, parameters } = operationOf(operationId)
  return [...operationOf(exampleId).parameters, ...parameters]
    .map(resolveParameter)
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (text, { name, schema }) =>
        text.replace(`{${name}}`, encodeURIComponent(values.get(name) ?? exampleOf(schema))),
      route,
    )
}

type Example = { readonly path: string; readonly values: ReadonlyMap<string, string> }

async function sendExample(service: TestService, operationId: string, { path, values }: Example) {
  const operation = operationOf(operationId)
  const { parameters, requestBody, responses } = operation
  const requiredIn = (location: string) =>
    parameters
      .map(resolveParameter)
      .filter((parameter) => parameter.in === location && parameter.required)
  const headers = Object.fromEntries(
    requiredIn('header').map(({ name, schema }) => [name, values.get(name) ?? exampleOf(schema)]),
  )
  const reply = await service.call(path, {
    ...(await tokenFor(service, operation)),
    query: Object.fromEntries(
      requiredIn('query').map(({ name, schema }) => [name, exampleOf(schema)]),
    ),
    headers,
    ...(requestBody && bodyOf(requestBody, headers)),
  })
  const { status, body } = reply
  const isSuccess = status >= 200 && status < 300 && String(status) in responses
  return { isSuccess, status, errors: body?.errors, reply }
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

function resolveParameter(parameter: Parameter | { $ref: string }): Parameter {
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
