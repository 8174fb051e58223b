// `godwit api`: calls any operation.

import { each } from '@godwit/sdk'
import { argumentsOf, type CallArguments, readBody } from '../arguments.ts'
import { type Context, print, type ServiceOptions } from '../context.ts'
import { UsageError } from '../failures.ts'
import { type OperationArguments, operations } from '../operations.ts'
import { connect } from '../service.ts'

export type ApiOptions = ServiceOptions & {
  readonly set?: readonly string[]
  readonly body?: string
  readonly all: boolean
}

type Call = (args?: CallArguments) => Promise<unknown>

export async function api(this: Context, options: ApiOptions, name?: string): Promise<void> {
  if (name === undefined) return listOperations(this, options)
  const operation = operationNamed(name)
  if (options.all && operation.paged !== true)
    throw new UsageError(`${name} has no pages: call it without --all.`)
  const body = await readBody(options.body, this.process.stdin)
  const args = argumentsOf(name, operation, { set: options.set ?? [], body })
  const service = await connect(options, this.process.env)
  await service.call(async (godwit) => {
    const namespaces = godwit as unknown as Record<string, Record<string, Call>>
    const call = namespaces[operation.namespace]?.[name]
    if (call === undefined) throw new UsageError(`The SDK has no operation ${name}.`)
    if (!options.all) return printResult(this, await call(args), options)
    for await (const item of each(call as (page: object) => Promise<unknown>, args))
      print(this, item, options)
  })
}

function operationNamed(name: string): OperationArguments {
  const found = Object.hasOwn(operations, name) ? operations[name] : undefined
  if (found !== undefined) return found
  const wanted = name.toLowerCase()
  const similar = Object.keys(operations).filter((operation) =>
    operation.toLowerCase().includes(wanted),
  )
  const hint =
    similar.length > 0
      ? `Similar operations: ${similar.join(', ')}.`
      : 'Run `godwit api` to list every operation.'
  throw new UsageError(`There is no operation ${name}. ${hint}`)
}

function listOperations(context: Context, options: ApiOptions): void {
  const width = Math.max(...Object.keys(operations).map((name) => name.length))
  for (const [name, { summary, method, path, query, headers, body }] of Object.entries(operations))
    print(
      context,
      options.json
        ? { operation: name, method, summary, path, query, headers, body: Object.keys(body ?? {}) }
        : `${name.padEnd(width)}  ${summary}`,
      options,
    )
}

/** Prints the reply. With `--json` each item of a list is on a separate line. */
async function printResult(context: Context, result: unknown, options: ApiOptions): Promise<void> {
  if (result instanceof Blob) context.process.stdout.write(await result.bytes())
  else if (isStream(result)) for await (const entry of result) print(context, entry, options)
  else if (options.json && Array.isArray(result))
    for (const item of result) print(context, item, options)
  else print(context, result, options)
}

function isStream(result: unknown): result is AsyncIterable<unknown> {
  return typeof result === 'object' && result !== null && Symbol.asyncIterator in result
}
