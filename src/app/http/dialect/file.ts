// Reads and checks GODWIT_DIALECT, a JSON file with the words and options of a particular service (D89). dialect.ts
// applies them to each operation.

import { readFileSync } from 'node:fs'
import { ConfigError } from '../../../kernel/config-error.ts'
import type { DialectOption } from '../../../kernel/dialect.ts'
import { dialectOptions, type NeutralWord, neutralWords, optionNames } from './words.ts'

export type Dialect = {
  /** The words of the dialect by neutral word. Unchanged words are absent. */
  readonly words: ReadonlyMap<NeutralWord, string>
  /** The options whose second form in `dialectOptions` is used. */
  readonly options: ReadonlySet<DialectOption>
}

const WORD_LENGTH_MAX = 40
const WORD = new RegExp(`^[A-Za-z_]{1,${WORD_LENGTH_MAX}}$`)
// Request bodies lose a field of this name (`parseBodies`).
const NOT_A_WORD = '__proto__'

/** Throws ConfigError with a message that states what is wrong with the file, and what to write instead. */
export function loadDialect(path: string): Dialect {
  return readDialect(parseJson(path, readText(path)), path)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code = 'unknown error' } = error as { code?: string }
    throw new ConfigError(
      `GODWIT_DIALECT is ${path}, which cannot be read (${code}). Set it to the path of a JSON file that this process may read.`,
    )
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigError(
      `GODWIT_DIALECT is ${path}, which is not valid JSON. Write one JSON object in this file.`,
    )
  }
}

/** Throws a ConfigError with the problem of the file and what corrects it. */
type Refuse = (problem: string, correction: string) => never

/** Checks the file without the schemas. `translationOf` checks the words against the schemas. */
export function readDialect(file: unknown, path: string): Dialect {
  const refuse: Refuse = (problem, correction) => {
    throw new ConfigError(`GODWIT_DIALECT is ${path}, in which ${problem}. ${correction}.`)
  }
  if (!isRecord(file))
    return refuse('there is no JSON object', 'Write one JSON object in this file')
  const { words = {}, ...rest } = file
  if (!isRecord(words))
    return refuse(
      'words is not an object',
      'Write an object that maps neutral words to words of the dialect',
    )
  const options = Object.entries(rest).flatMap(([option, value]): DialectOption[] => {
    if (!isOption(option))
      return refuse(`the field ${option} is unknown`, `Use words, ${optionNames.join(', ')}`)
    const [usual, recorded] = dialectOptions[option]
    if (value !== usual && value !== recorded)
      return refuse(`${option} has an unknown value`, `Set it to "${usual}" or "${recorded}"`)
    return value === recorded ? [option] : []
  })
  return { words: readWords(words, refuse), options: new Set(options) }
}

const isOption = (name: string): name is DialectOption =>
  optionNames.includes(name as DialectOption)
const isNeutral = (name: string): name is NeutralWord => neutralWords.includes(name as NeutralWord)
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readWords(input: Readonly<Record<string, unknown>>, refuse: Refuse): Dialect['words'] {
  const neutralOf = new Map<string, string>()
  const words = new Map<NeutralWord, string>()
  for (const [neutral, word] of Object.entries(input)) {
    if (!isNeutral(neutral))
      return refuse(`"${neutral}" is not a neutral word`, `Use ${neutralWords.join(', ')}`)
    if (typeof word !== 'string' || !WORD.test(word) || word === NOT_A_WORD)
      return refuse(
        `the word for "${neutral}" is not allowed`,
        `Use 1 to ${WORD_LENGTH_MAX} characters: letters A to Z and a to z, or underscores`,
      )
    const other = neutralOf.get(word)
    if (other !== undefined)
      return refuse(`"${other}" and "${neutral}" both become "${word}"`, 'Use two different words')
    if (word !== neutral && isNeutral(word))
      return refuse(
        `"${neutral}" becomes "${word}", which is another neutral word`,
        'Use a different word',
      )
    neutralOf.set(word, neutral)
    if (word !== neutral) words.set(neutral, word)
  }
  return Object.hasOwn(input, 'CaNetwork') ? words : withDerivedWord(words, neutralOf)
}

/** Derives the word of v2, which writes types in PascalCase (`CaNetwork`), from the word of v1. */
function withDerivedWord(
  words: Map<NeutralWord, string>,
  taken: ReadonlyMap<string, string>,
): Dialect['words'] {
  const v1 = words.get('ca_network')
  if (v1 === undefined) return words
  const v2 = v1.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return taken.has(v2) ? words : new Map([...words, ['CaNetwork', v2]])
}
