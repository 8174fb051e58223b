// Reads a step of a dynamic flow: its forms, and the components that the console shows.

import { type FlowField, flowFieldsOf } from './fields.ts'
import {
  type Json,
  readList,
  readObject,
  readObjectWith,
  readText,
  unreadableError,
} from './read.ts'
import { type FlowUrl, readUrl } from './urls.ts'

/** The action of a button or an option: leave the flow, or send `data` to a URL. */
export type Action = 'exit' | (FlowUrl & { readonly data: Json })

/** One option of a decision, such as a reason for a dispute. */
export type DecisionOption = {
  readonly title: string
  readonly description: string | undefined
  readonly isDisabled: boolean
  readonly action: Action
}

export type Form = { readonly id: string; readonly fields: readonly FlowField[] }

export type Component =
  | { readonly type: 'heading' | 'info'; readonly text: string }
  | { readonly type: 'form'; readonly form: Form }
  | { readonly type: 'decision'; readonly options: readonly DecisionOption[] }
  | { readonly type: 'button'; readonly title: string; readonly action: Action }

export type Step = {
  readonly title: string
  /** Every form of the step, shown or not: their values are sent together. */
  readonly forms: readonly Form[]
  readonly layout: readonly Component[]
}

/** Throws for a step that has a key, a component, a type of field or a URL that the console does not accept. */
export function readStep(value: unknown): Step {
  const step = readObjectWith('key type title actions schemas layout', value, 'the step')
  if (step['type'] !== 'form')
    throw unreadableError(`the step has the unknown type ${String(step['type'])}`)
  const forms = readList(step['schemas'], 'schemas').map((schema): Form => {
    const id = readText(readObject(schema, 'a schema')['$id'], 'the $id of a schema')
    return { id, fields: flowFieldsOf(schema) }
  })
  const layout = readList(step['layout'], 'layout').map((each) =>
    readComponent(readObject(each, 'a component'), step, forms),
  )
  return { title: readText(step['title'], 'the title'), forms, layout }
}

function readComponent(value: Json, step: Json, forms: readonly Form[]): Component {
  const type = value['type']
  const withKeys = (more: string) =>
    readObjectWith(`type margin size align width context ${more}`, value, `the component ${type}`)
  switch (type) {
    case 'heading':
      return { type, text: readText(withKeys('text')['text'], 'a heading') }
    case 'info':
      return { type, text: readText(withKeys('markdown')['markdown'], 'a text') }
    case 'form': {
      const id = readObject(withKeys('schema')['schema'], 'the schema of a form')['$ref']
      const form = forms.find((each) => each.id === id)
      if (form === undefined) throw unreadableError(`no schema has the $id ${String(id)}`)
      return { type, form }
    }
    case 'decision':
      return {
        type,
        options: readList(withKeys('options')['options'], 'options').map(readDecisionOption),
      }
    case 'button': {
      const action = findAction(withKeys('action')['action'], step)
      return {
        type,
        title: readText(action['title'], 'the title of a button'),
        action: readAction(action),
      }
    }
    default:
      throw unreadableError(`the component ${String(type)} is unknown`)
  }
}

function readDecisionOption(value: unknown): DecisionOption {
  const option = readObjectWith('title description disabled action', value, 'an option')
  const { description, disabled } = option
  return {
    title: readText(option['title'], 'the title of an option'),
    description: typeof description === 'string' ? description : undefined,
    isDisabled: disabled === true,
    action: readAction(readObject(option['action'], 'the action of an option')),
  }
}

/** The action that a button contains, or the action of the step whose `$id` is the `$ref` of the button. */
function findAction(value: unknown, step: Json): Json {
  const action = readObject(value, 'the action of a button')
  const id = action['$ref']
  if (id === undefined) return action
  const found = readList(step['actions'], 'actions').find(
    (each) => readObject(each, 'action')['$id'] === id,
  )
  if (found === undefined) throw unreadableError(`no action has the $id ${String(id)}`)
  return readObject(found, 'action')
}

function readAction(value: Json): Action {
  const action = readObjectWith('$id title url method data exit', value, 'an action')
  if (action['exit'] === true) return 'exit'
  return { ...readUrl(action, 'an action'), data: readObject(action['data'] ?? {}, 'data') }
}
