// `godwit trigger`: causes an event in a sandbox by calling the operations that lead to it.

import { type Context, print, reportProgress, type ServiceOptions } from '../context.ts'
import { UsageError } from '../failures.ts'
import { connect, profileIdOf } from '../service.ts'
import { type Recipe, recipes } from '../trigger/recipes.ts'

export type TriggerOptions = ServiceOptions & { readonly list: boolean; readonly profile?: number }

export async function trigger(
  this: Context,
  options: TriggerOptions,
  name?: string,
): Promise<void> {
  if (options.list) return listRecipes(this, options)
  if (name === undefined) throw new UsageError(`Name an event, or use --list. ${eventsText}`)
  const recipe = recipeOf(name)
  const service = await connect(options, this.process.env)
  const profileId = await service.call((godwit) => profileIdOf(godwit, options))
  reportProgress(this, `${name} for profile ${profileId}: ${recipe.does}.`, options)
  const result = await service.call((godwit) => recipe.run({ godwit, profileId }), ADVICE)
  print(this, options.json ? { event: name, ...result } : lineOf(name, result), options)
}

const ADVICE = 'A repetition of the command starts from the beginning: what it has created stays.'

const eventsText = `The events are ${Object.keys(recipes).join(', ')}.`

function recipeOf(name: string): Recipe {
  if (Object.hasOwn(recipes, name)) return recipes[name as keyof typeof recipes]
  throw new UsageError(`There is no event ${name}. ${eventsText}`)
}

function lineOf(name: string, result: Readonly<Record<string, unknown>>): string {
  const ids = Object.entries(result).map(([key, value]) => `${key} ${value}`)
  return `${name}  ${ids.join('  ')}`
}

function listRecipes(context: Context, options: TriggerOptions): void {
  const width = Math.max(...Object.keys(recipes).map((name) => name.length))
  for (const [event, { does }] of Object.entries(recipes))
    print(context, options.json ? { event, does } : `${event.padEnd(width)}  ${does}`, options)
}
