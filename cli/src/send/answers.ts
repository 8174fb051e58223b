// Gets the answers of a person or a script from `--set key=value`, or else from standard input, one per line. Repeats a
// question whose answer the service refuses.

import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import type { Context } from '../context.ts'
import { Interrupted, isRefusal, UsageError } from '../failures.ts'

export type Question = {
  /** The name in `--set key=value`, and the field in errors of the service. */
  readonly key: string
  readonly text: string
  /** The possible answers: each key, or its number in the list if no key is a number. */
  readonly choices?: readonly Choice[]
  /** Neither a terminal nor an error message shows the answer. */
  readonly isSecret?: boolean
  /** An empty answer is accepted. `get` then returns undefined. */
  readonly isOptional?: boolean
  /** Returns what is wrong with an answer; undefined if the answer is valid. */
  readonly faultOf?: (answer: string) => string | undefined
}

export type Choice = { readonly key: string; readonly name: string }

type Reason = { readonly path?: string }

export type Answers = {
  /** Asks the question. Later calls with the same key return the same answer without asking. */
  get(question: Question): Promise<string | undefined>
  /**
   * Calls `call`, which gets its answers with `get`. When the service refuses answers, they are forgotten and `call` is
   * called again: the field of each reason must be the key of a question. Throws UsageError for a refused answer of `--set`,
   * and every other error unchanged.
   */
  untilAccepted<T>(call: () => Promise<T>): Promise<T>
  close(): void
}

export function answersOf(context: Context, set: readonly string[]): Answers {
  const settings = readSettings(set)
  const answers = new Map<string, { readonly question: Question; readonly value?: string }>()
  const lines = linesOf(context)

  const get: Answers['get'] = async (question) => {
    const known = answers.get(keyOf(question.key))
    if (known !== undefined) return known.value
    const value = settings.has(keyOf(question.key))
      ? takeSetting(question)
      : await ask(context, lines, question)
    answers.set(keyOf(question.key), { question, ...(value !== undefined && { value }) })
    return value
  }
  const takeSetting = (question: Question): string | undefined => {
    const text = settings.get(keyOf(question.key)) ?? ''
    const { value, fault } = readAnswer(question, text, question.choices?.find(isNamed(text)))
    if (fault !== undefined) throw wrongSettingError(question, text, fault)
    return value
  }
  /** Forgets an answer, so that `get` repeats its question. Throws for an answer of `--set`, which would be the same again. */
  const refuse = (question: Question, message: string): void => {
    const key = keyOf(question.key)
    const setting = settings.get(key)
    if (setting !== undefined) throw wrongSettingError(question, setting, message)
    context.process.stderr.write(`  ${message}\n`)
    answers.delete(key)
  }
  const untilAccepted: Answers['untilAccepted'] = async (call) => {
    for (;;) {
      try {
        return await call()
      } catch (error) {
        if (!isRefusal(error) || error.reasons.length === 0) throw error
        const questionOf = (reason: Reason) => answers.get(keyOf(reason.path ?? ''))?.question
        if (error.reasons.some((reason) => questionOf(reason) === undefined)) throw error
        for (const reason of error.reasons) {
          const question = questionOf(reason)
          if (question) refuse(question, reason.message)
        }
      }
    }
  }
  return { get, untilAccepted, close: lines.close }
}

/** Repeats the question until an answer has no fault. */
async function ask(
  { process: { stdin, stderr } }: Context,
  lines: Lines,
  question: Question,
): Promise<string | undefined> {
  const { choices = [], text, key, isSecret } = question
  const labels = labelsOf(choices)
  choices.forEach(({ name }, index) => void stderr.write(`  ${labels[index]}  ${name}\n`))
  for (;;) {
    stderr.write(text.endsWith('?') ? `${text} ` : `${text}: `)
    const line = await (isSecret ? lines.nextSecret(key) : lines.next(key))
    // A terminal shows the answer itself.
    if (isSecret || !isTerminal(stdin)) stderr.write(isSecret ? '\n' : `${line}\n`)
    const choice = choices[labels.indexOf(line.trim())] ?? choices.find(isNamed(line))
    const { value, fault } = readAnswer(question, line, choice)
    if (fault === undefined) return value
    stderr.write(`  ${fault}\n`)
  }
}

function wrongSettingError({ key, isSecret }: Question, text: string, message: string): UsageError {
  return new UsageError(`--set ${key}${isSecret ? '' : `=${text}`}: ${message}`)
}

/** Errors and forms differ in capitals, and errors may name the object that contains the field. */
function keyOf(path: string): string {
  return path.replace(/^details\./, '').toLowerCase()
}

function readSettings(set: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    set.map((word) => {
      const [, key = '', text = ''] = /^([^=]*)=(.*)$/s.exec(word) ?? []
      if (key === '') throw new UsageError(`--set ${word}: write it as key=value.`)
      return [keyOf(key), text]
    }),
  )
}

/**
 * The labels that the list shows before the choices, and that a person may enter: the numbers of the choices in the list. Where
 * keys are numbers, such as ids of recipients, the labels are the keys: the answer 2 must not be one recipient in the list
 * and another recipient in `--set`.
 */
function labelsOf(choices: readonly Choice[]): string[] {
  const hasNumbers = choices.some(({ key }) => !Number.isNaN(Number(key)))
  return choices.map(({ key }, index) => (hasNumbers ? key : String(index + 1)))
}

const isNamed =
  (text: string) =>
  ({ key }: Choice): boolean =>
    key.toLowerCase() === text.trim().toLowerCase()

/** Returns the value of a valid answer; undefined for an empty optional answer. Returns the fault of any other answer. */
function readAnswer(
  { choices, isOptional, faultOf }: Question,
  line: string,
  choice: Choice | undefined,
): { value?: string; fault?: string } {
  const text = line.trim()
  if (text === '') return isOptional ? {} : { fault: 'This is required.' }
  if (choices !== undefined && choice === undefined)
    return { fault: `Choose one of ${choices.map(({ key }) => key).join(', ')}.` }
  const value = choice?.key ?? text
  const fault = faultOf?.(value)
  return fault === undefined ? { value } : { fault }
}

type Lines = ReturnType<typeof linesOf>

const isTerminal = (input: Readable & { readonly isTTY?: boolean }): boolean => input.isTTY === true

/** The lines of standard input. The library reads ahead and keeps the lines until the next question. */
function linesOf({ process: { stdin }, signal }: Context) {
  let reader: ReturnType<typeof createInterface> | undefined
  let iterator: AsyncIterator<string> | undefined
  const interrupted = Promise.withResolvers<never>()
  interrupted.promise.catch(() => undefined)
  const interrupt = () => interrupted.reject(new Interrupted('Interrupted. Nothing more is sent.'))
  if (signal.aborted) interrupt()
  signal.addEventListener('abort', interrupt)
  const closeReader = () => {
    reader?.close()
    reader = undefined
    iterator = undefined
  }
  const next = async (key: string): Promise<string> => {
    reader ??= createInterface({ input: stdin, terminal: false })
    iterator ??= reader[Symbol.asyncIterator]()
    const { done, value } = await Promise.race([iterator.next(), interrupted.promise])
    if (done)
      throw new UsageError(`The input has ended before ${key}. Answer it with --set ${key}=….`)
    return value
  }
  return {
    next,
    /** Reads a line that a terminal does not show. */
    async nextSecret(key: string): Promise<string> {
      if (!isTerminal(stdin)) return next(key)
      closeReader()
      // In this mode readline echoes to `output`, which discards the text, and gets Ctrl-C instead of the process.
      const output = new Writable({ write: (_chunk, _encoding, done) => done() })
      reader = createInterface({ input: stdin, output, terminal: true })
      reader.on('SIGINT', interrupt)
      return next(key).finally(closeReader)
    },
    close(): void {
      signal.removeEventListener('abort', interrupt)
      closeReader()
    },
  }
}
