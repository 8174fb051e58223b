// Words and constructs that the source must not contain. Each rule has a list of exceptions with their reasons,
// and an example of a violation that the rule must report.

import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { file, root, type SourceFile, sourceFiles, withoutWords } from './source.ts'

type Rule = {
  readonly name: string
  readonly violationsOf: (file: SourceFile) => string[]
  /** Excepted paths with the reason. */
  readonly allowed: Readonly<Record<string, string>>
  readonly violation: readonly [path: string, text: string]
}

const matchesOf = (pattern: RegExp) => (from: SourceFile) =>
  [...new Set(withoutWords(from.text).match(new RegExp(pattern, 'g')))].map((word) => word.trim())

const timersIn = matchesOf(/\bsetTimeout\b|\bsetInterval\b|\bsetImmediate\b/)

/** The application and the database driver limit real time; modules and use cases see only the time of the clock. */
function mayUseTimers({ path }: SourceFile): boolean {
  return path.startsWith('app/') || path.startsWith('kernel/database/')
}

const rules: readonly Rule[] = [
  {
    name: 'no access to the real clock',
    violationsOf: matchesOf(/\bDate\.now\b|\bnew Date\b|\bTemporal\.Now\b/),
    allowed: {
      'app/worker/clock.ts': 'is the clock',
      'webhooks/messages/post-message.ts': 'dates outgoing requests, outside of any transaction',
    },
    violation: ['quotes/x.ts', 'const at = Temporal.Now.instant()'],
  },
  {
    name: 'no direct random source',
    violationsOf: matchesOf(/\bMath\.random\b|\brandomUUID\b|\brandomBytes\b|\brandomInt\b/),
    allowed: {
      'app/http/context.ts': 'is the random source of use cases',
      'app/postgres/server-location.ts': 'makes the password of a new database',
      'kernel/keys/seal.ts': 'salts what it encrypts, outside of any transaction',
    },
    violation: ['users/x.ts', 'const id = randomUUID()'],
  },
  {
    name: 'no floating-point arithmetic with money',
    violationsOf: matchesOf(/\bparseFloat\b|\.toFixed\(/),
    allowed: {},
    violation: ['transfers/x.ts', 'const amount = parseFloat(text)'],
  },
  {
    name: 'no direct network access',
    violationsOf: matchesOf(/\bfetch\(|\bXMLHttpRequest\b|\bWebSocket\b/),
    allowed: {
      'quotes/rates/ecb.ts': 'is the adapter of a rate source',
      'app/outside/file-check.ts': 'is the adapter of the check of files',
    },
    violation: ['webhooks/x.ts', 'await fetch(url)'],
  },
  {
    name: 'no timers outside the layers that run the process',
    violationsOf: (from) => (mayUseTimers(from) ? [] : timersIn(from)),
    allowed: {
      'kernel/idempotency.ts':
        'polls a key in progress and extends its hold, outside of any transaction',
      'kernel/in-slices.ts': 'lets other requests run between slices of a long calculation',
      'webhooks/deliveries/deliver.ts': 'pauses between deliveries, outside of any transaction',
    },
    violation: ['transfers/x.ts', 'setTimeout(work, 10)'],
  },
  {
    name: 'no duration constant outside the declared timers',
    violationsOf: matchesOf(
      /\bconst \w+_(?:SECONDS?|MINUTES?|HOURS?|DAYS?|WEEKS?|YEARS?)(?:_\w+)?(?= =)/,
    ),
    allowed: {
      'app/metrics.ts': 'sorts durations into buckets',
      'corridors/routes/deliveries.ts': 'estimates how long banks take',
      'corridors/routes/holidays.ts': 'counts in days',
      'simulation/clock/advance-clock.ts': 'limits how far the clock may be moved',
      'statements/model.ts': 'limits how much time a statement may cover',
      'users/tokens/issue-token.ts': 'is the duration that clients receive',
    },
    violation: ['quotes/x.ts', 'const QUOTE_VALID_MINUTES = 30'],
  },
  {
    name: 'no escape from types',
    violationsOf: matchesOf(/(?::|\bas) any\b|<any\b|@ts-\w+/),
    allowed: {},
    violation: ['balances/x.ts', 'const row: any = {}'],
  },
  {
    name: 'no console',
    violationsOf: matchesOf(/\bconsole\./),
    allowed: {},
    violation: ['app/x.ts', "console.log('here')"],
  },
  {
    name: 'no meaningless names',
    violationsOf: ({ text }) => {
      const declared = text.matchAll(/\b(?:const|let|function|type|interface|class)\s+(\w+)/g)
      return [...declared].map(([, name = '']) => name).filter((name) => EMPTY_NAME.test(name))
    },
    allowed: {
      'corridors/forms/describe-account.ts': 'commonFieldMap is a field of the interface',
    },
    violation: ['transfers/x.ts', 'export function transferHelper() {}'],
  },
  {
    name: 'no meaningless file names',
    violationsOf: ({ path }) =>
      path.match(/\b(?:services?|managers?|helpers?|utils?|common|misc)\b/g) ?? [],
    allowed: {},
    violation: ['transfers/transfer-utils.ts', ''],
  },
  {
    name: 'no classes but errors',
    violationsOf: ({ text }) =>
      text.match(/^(?:export )?(?:abstract )?class (?!\w+ extends Error\b).*$/gm) ?? [],
    allowed: {
      'kernel/database/execute.ts': 'the driver accepts only query objects of its class',
    },
    violation: ['transfers/x.ts', 'export class Mover {}'],
  },
  {
    name: 'no default exports',
    violationsOf: matchesOf(/\bexport default\b/),
    allowed: {},
    violation: ['transfers/x.ts', 'export default 1'],
  },
]

const EMPTY_NAME =
  /(?:Service|Manager|Helper|Util|Impl|Dto)s?$|^(?:Base|Common)[A-Z]|(?:Base|Common)$/

const namedRules = rules.map((rule) => [rule.name, rule] as const)

describe.each(namedRules)('%s', (_, { violationsOf, allowed, violation: [path, text] }) => {
  it('in src', () => {
    const faults = sourceFiles
      .filter((each) => !(each.path in allowed))
      .flatMap((each) => violationsOf(each).map((word) => `${each.path}: ${word}`))
    expect(faults).toEqual([])
  })

  it('reports a violation', () => {
    expect(violationsOf(file(path, text))).toHaveLength(1)
  })

  it('has no unneeded exception', () => {
    const needless = Object.entries(allowed).filter(
      ([path]) => !sourceFiles.some((each) => each.path === path && violationsOf(each).length > 0),
    )
    expect(needless).toEqual([])
  })
})

/** The lines with which git marks a conflict. No compiler reads documents, so only this test finds such a line in a document. */
const CONFLICT = '^(<{7}|>{7}) '

it('no file of the repository has the marks of an unresolved merge', () => {
  const found = spawnSync('git', ['grep', '--line-number', '-E', CONFLICT], {
    cwd: root,
    encoding: 'utf8',
  })
  // git grep exits with 1 when no line matches.
  expect([found.stdout, found.status]).toEqual(['', 1])
  for (const line of ['<<<<<<< HEAD', '>>>>>>> 059922f4 (docs)'])
    expect(line).toMatch(new RegExp(CONFLICT))
})
