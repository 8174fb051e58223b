// The log of requests keeps declared fields that are not secret (D130). A field whose name sounds secret is either kept
// out of the log, or listed here with the reason.

import { expect, it } from 'vitest'
import { everyEndpoint } from '../../src/app/http/open-operations.ts'
import { isLogged } from '../../src/requests/index.ts'
import { isSecret } from '../../src/requests/log/secret-fields.ts'

const SOUNDS_SECRET =
  /pass(?:word|port|code)|pin(?!g)|code$|token|secret|otp|card.?number|cvv|\bpan\b|ident.*number|document.*number|tax.?(?:id|number)|^(?:cpf|cnpj|rut)$|key|proof|signature|face/i

/** Names of fields that sound secret and are not, by the reason. */
const NOT_SECRET: Readonly<Record<string, readonly string[]>> = {
  'code of a country, bank, currency, reason or error': [
    ...['acceptorIdCode', 'address.countryCode', 'address.postCode', 'bankCode', 'billerCode'],
    ...['branchCode', 'bsbCode', 'businessRegistrationCode', 'code', 'countryCode'],
    ...['countryIso2Code', 'countryIso3Code', 'countryOfResidenceIso3Code', 'currencyCode'],
    ...['eligibilityCode', 'errorCode', 'ifscCode', 'merchantCategoryCode', 'postCode', 'sortCode'],
    ...['stateCode', 'swiftCode', 'tracingReferenceCode', 'zipCode'],
  ],
  'id in the path of operations': ['cardToken', 'clientKey', 'keyId'],
  'public half of a key pair, or the name of a form field': ['key', 'publicKey'],
  'first digits of a card number, shared by all cards of a program': ['bankIdentificationNumber'],
  'fact about a terminal, a search or a request': [
    ...['acceptsOnlinePins', 'maxPinLength', 'countryKeywords', 'revokeTokens'],
  ],
  'object whose secret field is dropped': ['oneTimeTokenProperties'],
}

type Schema = Readonly<Record<string, unknown>>

/** The names of fields in a schema that the log would keep. */
function* keptNames(schema: unknown): Generator<string> {
  const { properties, items, anyOf, oneOf, allOf } = (schema ?? {}) as Schema
  for (const variant of [anyOf, oneOf, allOf, items && [items]].flatMap(
    (each) => (each ?? []) as unknown[],
  ))
    yield* keptNames(variant)
  for (const [name, field] of Object.entries((properties ?? {}) as Schema)) {
    if (isSecret(name, field)) continue
    yield name
    yield* keptNames(field)
  }
}

it('no field whose name sounds secret is kept, except those listed here', () => {
  const names = new Set(
    everyEndpoint
      .filter(isLogged)
      .flatMap(({ params, query, body, reply }) => [params, query, body, reply])
      .flatMap((schema) => [...keptNames(schema)]),
  )
  const doubtful = [...names].filter((name) => SOUNDS_SECRET.test(name)).sort()
  expect(doubtful).toEqual(Object.values(NOT_SECRET).flat().sort())
})

it.each([
  'POST /oauth/token',
  'POST /claims/{token}',
  'GET /claims/{token}',
  'GET /sandbox/outbox',
])('nothing of %s is logged', (route) => {
  const endpoint = everyEndpoint.find((each) => each.route === route)
  expect(endpoint && isLogged(endpoint)).toBe(false)
})

it('nothing of card data, PINs and pages of approvals is logged', () => {
  const secret = everyEndpoint.filter(({ route }) =>
    /card-data\/v1\/sens|approve-api-action|^POST .*\/pin\b/.test(route),
  )
  expect(secret.length).toBeGreaterThan(4)
  expect(secret.filter(isLogged).map(({ route }) => route)).toEqual([])
})
