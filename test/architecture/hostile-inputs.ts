// Invalid and hostile requests, generated from the examples of an operation: each request has one fault. A seed chooses
// the wrong fields.

import fc from 'fast-check'
import { exampleOf } from '../../src/app/openapi/shapes.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'
import type { FilesDeclaration } from '../../src/kernel/uploads.ts'
import { BOUNDARY, filePart, multipart } from '../support/multipart.ts'
import type { Call } from '../support/service.ts'
import { exampleCall, fillPath, type Ids, type Request } from './requests.ts'

/** The number of bodies and queries with one wrong field that are sent to an operation. */
const WRONG_FIELDS_SENT = 45
const LONG_TEXT_CHARACTERS = 100_000
const NESTED_LEVELS = 5000

const nested = (open: string, innermost: string, close: string) =>
  open.repeat(NESTED_LEVELS) + innermost + close.repeat(NESTED_LEVELS)

const wrongValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  -0.001,
  1.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  '0',
  '-1',
  '1e400',
  '9'.repeat(400),
  '0.000000000000000000000000000001',
  'x'.repeat(LONG_TEXT_CHARACTERS),
  '😀'.repeat(300),
  'a\u0000b',
  '\ud800',
  "'; drop table users; --",
  '%00',
  '../../etc/passwd',
  '{{7*7}}',
  '$1',
  '2026-02-30',
  'NaN',
  [],
  [[]],
  [null],
  {},
  { $gt: '' },
  { toString: 1, constructor: null },
]

const wrongBodies: readonly string[] = [
  '',
  'null',
  '[]',
  '"text"',
  '7',
  'true',
  '{',
  '{"a":}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  nested('[', '', ']'),
  nested('{"a":', '1', '}'),
  '\ufeff{}',
  '{"a":1}{"b":2}',
  `{"a":"${'x'.repeat(2 * 1024 * 1024)}"}`,
  '\u0000',
]

const wrongContentTypes: readonly string[] = [
  'text/plain',
  'text/xml',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/octet-stream',
  'nonsense',
  '',
]

const wrongRequestBodies: readonly Call[] = [
  ...wrongBodies.map((body) => ({ body })),
  ...wrongContentTypes.map((type) => ({ headers: { 'content-type': type } })),
]

const wrongPathSections: readonly string[] = [
  '0',
  '-1',
  '1.5',
  '9007199254740992',
  '99999999999999999999999',
  'abc',
  '%00',
  '%F0%9F%92%A9',
  '%ED%A0%80',
  '%',
  "1'--",
  'x'.repeat(400),
  '00000000-0000-0000-0000-000000000000',
]

/**
 * Requests with one fault each: `WRONG_FIELDS_SENT` wrong fields, chosen by the seed, and every wrong body, header, upload
 * and path. `ids` belong to the sender.
 */
export function hostileRequests(endpoint: Endpoint, ids: Ids, seed: number): Request[] {
  const route = fillPath(endpoint.route, endpoint, ids)
  const good = exampleCall(endpoint)
  const changed = (change: Call): Request => ({ route, call: { ...good, ...change } })
  return [
    ...sampleOf(wrongFields(endpoint), seed).map(changed),
    ...(endpoint.body || endpoint.files ? wrongRequestBodies.map(changed) : []),
    ...(endpoint.files ? wrongUploads(endpoint.files).map(changed) : []),
    ...wrongHeaders.map((headers) => changed({ headers: { ...formTypeOf(good), ...headers } })),
    ...wrongPaths(endpoint, ids).map((wrong) => ({ route: wrong, call: good })),
  ]
}

/** The content type of a form contains the boundary of its parts; without the boundary, the form cannot be parsed. */
function formTypeOf({ headers }: Call): Record<string, string> {
  const type = headers?.['content-type']
  return type?.startsWith('multipart/') ? { 'content-type': type } : {}
}

/** Forms that break one rule each, and file names with a special meaning for a file system or a page. */
function wrongUploads({ formParts, filesMax }: FilesDeclaration): Call[] {
  const name = Object.keys(formParts)[0] ?? 'files'
  const bytes = Buffer.from('<svg onload="alert(1)">')
  const names = [
    '../../etc/passwd',
    'C:\\\\a.png',
    'a\u0000.png',
    '"><script>',
    'x'.repeat(5000),
    '',
  ]
  const whole = multipart([filePart(name)])
  const cut = whole.body.subarray(0, -20)
  const manyHeaders = `--${BOUNDARY}\r\n${'X-A: b\r\n'.repeat(5000)}\r\n\r\n--${BOUNDARY}--\r\n`
  return [
    multipart([]),
    multipart([{ name, fileName: 'a.png', bytes }]),
    multipart([{ name, fileName: 'a.png', bytes: Buffer.alloc(0) }]),
    multipart([{ name: '__proto__', text: 'x' }, filePart(name)]),
    multipart([{ name: 'x'.repeat(5000), text: 'x' }, filePart(name)]),
    multipart([{ name: 'a', text: 'x' }, { name: 'a', text: 'y' }, filePart(name)]),
    multipart(Array.from({ length: filesMax + 1 }, () => filePart(name))),
    multipart(Array.from({ length: 2000 }, (_, n) => ({ name: `f${n}`, text: '' }))),
    ...names.map((fileName) => multipart([filePart(name, 'png', fileName)])),
    { ...whole, body: cut },
    { ...whole, body: Buffer.from(manyHeaders) },
    { ...whole, headers: { 'content-type': 'multipart/form-data' } },
    { ...whole, headers: { 'content-type': 'multipart/mixed; boundary=x' } },
  ]
}

const wrongHeaders: readonly Record<string, string>[] = [
  { 'x-idempotence-uuid': 'not-a-uuid' },
  { 'x-idempotence-uuid': '9'.repeat(2000) },
  { 'x-external-correlation-id': 'a b\tc' },
  { accept: 'image/png' },
  { 'accept-language': '*;q=zzz' },
  { 'content-length': '0' },
]

function wrongPaths(endpoint: Endpoint, ids: Ids): string[] {
  const names = [...endpoint.route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return names.flatMap((name) =>
    wrongPathSections.map((section) =>
      fillPath(endpoint.route.replace(`{${name}}`, section), endpoint, ids),
    ),
  )
}

/** Bodies and queries of which one field is wrong. The HTTP client of the tests refuses a null character in a query. */
function wrongFields({ body, query, form, files }: Endpoint): Call[] {
  const texts = wrongValues.filter((value) => typeof value === 'string' && !value.includes('\0'))
  return [
    ...(body && !form && !files
      ? variants(exampleOf(body), wrongValues).map((each) => ({ body: each }))
      : []),
    ...(query
      ? variants(exampleOf(query), texts).map((each) => ({ query: each as Record<string, string> }))
      : []),
  ]
}

/** The value with each field, also of inner objects, removed or replaced by each wrong value. An array is replaced as a whole. */
function variants(value: unknown, wrong: readonly unknown[]): unknown[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, field]) => {
    const { [name]: _, ...rest } = value as Record<string, unknown>
    return [
      rest,
      ...wrong.map((each) => ({ ...value, [name]: each })),
      ...variants(field, wrong).map((each) => ({ ...value, [name]: each })),
    ]
  })
}

function sampleOf<T>(all: readonly T[], seed: number): T[] {
  const length = Math.min(WRONG_FIELDS_SENT, all.length)
  const subsets = fc.shuffledSubarray([...all], { minLength: length, maxLength: length })
  return fc.sample(subsets, { seed, numRuns: 1 })[0] ?? []
}
