// The documents in docs/printed, generated from the declarations in src/.

import {
  eventKinds,
  machines,
  securityEventKinds,
  sweeps,
  timers,
} from '../../src/app/declarations.ts'
import { BadText } from '../../src/app/http/body/body-text.ts'
import { FormMalformed } from '../../src/app/http/body/form.ts'
import { NotJson, TooDeep, UnsupportedContentType } from '../../src/app/http/body/parse-body.ts'
import { TwoSpellings } from '../../src/app/http/dialect/rules.ts'
import { everyEndpoint } from '../../src/app/http/open-operations.ts'
import { malformedKinds } from '../../src/app/http/validation.ts'
import { openApi } from '../../src/app/openapi/document.ts'
import { commonKindsOf } from '../../src/app/openapi/replies.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'
import type { ErrorKind } from '../../src/kernel/refusal.ts'
import { movesOf, toMermaid } from '../../src/kernel/states.ts'
import { followsClock } from '../../src/kernel/sweep.ts'
import { DAY, HOUR, MINUTE, type Timer } from '../../src/kernel/timer.ts'
import { TryLater } from '../../src/kernel/try-later.ts'
import { idempotencyDocument } from './idempotency.ts'
import { journalsDocument } from './journals.ts'
import { compareTexts, heading, markdownTable } from './markdown.ts'
import { retriesDocument } from './sdk.ts'

const BASE_URL = 'http://127.0.0.1:8080'

/** All printed documents by the name of their file in docs/printed. */
export function printDocuments(): Record<string, string> {
  return {
    'endpoints.txt': endpointsDocument(everyEndpoint),
    'openapi.json': `${JSON.stringify(openApiDocument(), null, 2)}\n`,
    'states.md': statesDocument(),
    'events.md': eventsDocument(),
    'errors.md': errorsDocument(everyEndpoint),
    'idempotency.md': idempotencyDocument(),
    'journals.md': journalsDocument(),
    'sdk-retries.md': retriesDocument(),
    'security-events.md': securityEventsDocument(),
    'sweeps.md': sweepsDocument(),
    'timers.md': timersDocument(),
  }
}

function openApiDocument(): object {
  return openApi(everyEndpoint, { mode: 'sandbox', events: eventKinds })(BASE_URL)
}

/** One line for each route of each operation. */
function endpointsDocument(endpoints: readonly Endpoint[]): string {
  const rows = endpoints
    .flatMap((endpoint) =>
      [endpoint.route, ...(endpoint.aliases ?? [])].map((route) => ({ route, endpoint })),
    )
    .sort(
      (a, b) => compareTexts(pathOf(a.route), pathOf(b.route)) || compareTexts(a.route, b.route),
    )
  const width = Math.max(...rows.map(({ route }) => route.length))
  const lines = rows.map(({ route, endpoint }) =>
    [
      route.padEnd(width),
      endpoint.id,
      endpoint.effect,
      tokenOf(endpoint),
      ...notesOf(endpoint, route),
    ]
      .join('  ')
      .trimEnd(),
  )
  return `${lines.join('\n')}\n`
}

function pathOf(route: string): string {
  return route.slice(route.indexOf(' ') + 1)
}

function tokenOf({ access: { token, owns } }: Endpoint): string {
  return owns === undefined ? `token:${token}` : `token:${token}/${owns}`
}

function notesOf(endpoint: Endpoint, route: string): string[] {
  return [
    ...(route === endpoint.route ? [] : ['alias']),
    ...(endpoint.idempotencyKey === 'required' ? ['key'] : []),
    ...(endpoint.access.basic ? ['basic'] : []),
    ...(endpoint.access.sca ? [`sca:${endpoint.access.sca}`] : []),
    ...(endpoint.deprecated ? ['deprecated'] : []),
    ...(endpoint.sandboxOnly ? ['sandbox'] : []),
  ]
}

function statesDocument(): string {
  const sections = [...machines]
    .sort((a, b) => compareTexts(a.name, b.name))
    .map((machine) => {
      const table = markdownTable(
        ['Move', 'From', 'To', 'Because'],
        movesOf(machine).map(([name, { from, to, because }]) => [
          name,
          from.join(', '),
          to,
          because,
        ]),
      )
      return `\n## ${machine.name}\n\n\`\`\`mermaid\n${toMermaid(machine)}\n\`\`\`\n\n${table}\n`
    })
  return heading('States', 'Every state machine, with each of its moves.') + sections.join('')
}

function eventsDocument(): string {
  const sections = [...eventKinds]
    .sort((a, b) => compareTexts(a.name, b.name))
    .map(({ name, versions, scopes, summary, payload }) => {
      const about = `${summary} Versions ${versions.join(', ')}; scopes ${scopes.join(', ')}.`
      return `\n## ${name}\n\n${about}\n\n${fieldsTable(payload as FieldSchema)}\n`
    })
  return (
    heading('Events', 'Every event that the service sends, with the fields of `data`.') +
    sections.join('')
  )
}

type FieldSchema = {
  readonly type?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly anyOf?: readonly FieldSchema[]
  readonly items?: FieldSchema
}

function fieldsTable(payload: FieldSchema): string {
  return markdownTable(['Field', 'Type', 'Meaning'], rowsOf(payload, ''))
}

function rowsOf({ properties = {} }: FieldSchema, prefix: string): string[][] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const inner = field.anyOf?.find((option) => option.properties) ?? field.items ?? field
    const row = [`${prefix}${name}`, typeOf(field), field.description ?? '']
    return [row, ...rowsOf(inner, `${prefix}${name}${field.items ? '[]' : ''}.`)]
  })
}

function typeOf({ type, const: value, enum: values, anyOf, items }: FieldSchema): string {
  if (value !== undefined) return JSON.stringify(value)
  if (values) return values.map((allowed) => JSON.stringify(allowed)).join(', ')
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  if (items) return `array of ${typeOf(items)}`
  return Array.isArray(type) ? type.join(' or ') : String(type ?? 'any')
}

const kindsOfEveryOperation: readonly ErrorKind[] = [
  ...Object.values(malformedKinds),
  NotJson,
  FormMalformed,
  BadText,
  TooDeep,
  TwoSpellings,
  UnsupportedContentType,
  TryLater,
]

/** Some kinds declare only a predicate (`is required`): a reply puts the name of the field before it. */
function sentenceOf({ message }: ErrorKind): string {
  return /^(?:has|is|must) /.test(message) ? `*field* ${message}` : message
}

function errorsDocument(endpoints: readonly Endpoint[]): string {
  const operationsOf = new Map<ErrorKind, string[]>()
  for (const kind of kindsOfEveryOperation) operationsOf.set(kind, ['any operation'])
  for (const endpoint of endpoints)
    for (const kind of new Set([...endpoint.errors, ...commonKindsOf(endpoint)]))
      if (!kindsOfEveryOperation.includes(kind))
        operationsOf.set(kind, [...(operationsOf.get(kind) ?? []), endpoint.id])
  const rows = [...operationsOf]
    .sort(
      ([a], [b]) =>
        compareTexts(a.code, b.code) || a.status - b.status || compareTexts(a.message, b.message),
    )
    .map(([kind, ids]) => {
      const operations = [...new Set(ids)].sort().join(', ')
      return [`\`${kind.code}\``, kind.status, sentenceOf(kind).replaceAll('|', '\\|'), operations]
    })
  const about =
    'Look up an error code to see which operations return it and what to change. The page lists the errors that operations ' +
    'declare; those of the HTTP layer (limits of size and rate, unknown paths, 401) and of OAuth are missing. *field* stands for ' +
    'the name of the field in question, and a reply may have a more specific message.'
  return `${heading('Errors', about)}\n${markdownTable(['Code', 'Status', 'Message', 'Operations'], rows)}\n`
}

function securityEventsDocument(): string {
  const rows = [...securityEventKinds]
    .sort((a, b) => compareTexts(a.name, b.name))
    .map(({ name, summary, nature, fields }) => {
      const values = Object.entries(fields).map(([field, type]) =>
        type === 'integer' ? field : `${field} (${type.join(', ')})`,
      )
      return [`\`${name}\``, nature, summary, values.join('; ')]
    })
  const about =
    'Every event of the security log: one line of JSON on standard output (the operator command: ' +
    'standard error), at every `LOG_LEVEL`, and one count in `godwit_security_events_total`. A ' +
    'field is an integer unless its values are listed; a request adds `operation`, `address` and `traceId`.'
  return `${heading('Security log', about)}\n${markdownTable(['Event', 'Nature', 'When', 'Fields'], rows)}\n`
}

function sweepsDocument(): string {
  const rows = [...sweeps]
    .sort((a, b) => compareTexts(a.name, b.name))
    .map((sweep) => [
      sweep.name,
      sweep.summary,
      sweep.table,
      sweep.dueAt === undefined ? 'every run' : `\`${sweep.dueAt}\``,
      sweep.batchMax,
      followsClock(sweep) ? 'clock' : 'real',
    ])
  const columns = ['Sweep', 'Work', 'Rows of', 'Due at', 'Batch', 'Time']
  const about =
    'Work that the service does when the due time of a row has come. Batch: the most rows of one run. Time: `clock` follows the ' +
    'clock of the sandbox, which can be moved forward; `real` does not.'
  return `${heading('Sweeps', about)}\n${markdownTable(columns, rows)}\n`
}

function timersDocument(): string {
  const rows = [...timers]
    .sort((a, b) => compareTexts(a.name, b.name))
    .map((timer) => {
      const { name, ends, spec, realTime } = timer
      return [name, lengthOf(timer), ends, spec, realTime ? 'real' : 'clock']
    })
  const columns = ['Timer', 'Lasts', 'When it is over', 'Source', 'Time']
  const about =
    'Every duration: how long something is valid, waits or is stored. Time: `clock` follows the clock of the sandbox, which can be ' +
    'moved forward; `real` does not.'
  return `${heading('Timers', about)}\n${markdownTable(columns, rows)}\n`
}

const units = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
  [1, 'second'],
] as const

function lengthOf(timer: Timer): string {
  if ('workingDays' in timer) return countOf(timer.workingDays, 'working day')
  const [size, unit] = units.find(([seconds]) => timer.seconds % seconds === 0) ?? [1, 'second']
  return countOf(timer.seconds / size, unit)
}

function countOf(count: number, unit: string): string {
  return `${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}`
}
