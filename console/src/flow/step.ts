// Reads a step of a dynamic flow into the form in which the console draws it.

import { type FlowField, fieldsOf } from './fields.ts'
import { type Json, list, object, objectWith, text, unreadable } from './read.ts'
import { type FlowUrl, readUrl } from './urls.ts'

/** The action of a button or an option: leave the flow, or send `data` to a URL. */
export type Action = 'exit' | (FlowUrl & { readonly data: Json })

export type Choice = {
  readonly title: string
  readonly description: string | undefined
  readonly isDisabled: boolean
  readonly action: Action
}

export type Form = { readonly id: string; readonly fields: readonly FlowField[] }

export type Component =
  | { readonly type: 'heading' | 'info'; readonly text: string }
  | { readonly type: 'form'; readonly form: Form }
  | { readonly type: 'decision'; readonly options: readonly Choice[] }
  | { readonly type: 'button'; readonly title: string; readonly action: Action }

export type Step = {
  readonly title: string
  /** Every form of the step, shown or not: their values are sent together. */
  readonly forms: readonly Form[]
  readonly layout: readonly Component[]
}

export function readStep(value: unknown): Step {
  const step = objectWith('key type title actions schemas layout', value, 'the step')
  if (step['type'] !== 'form') throw unreadable(`the unknown type ${String(step['type'])}`)
  const forms = list(step['schemas'], 'schemas').map((schema): Form => {
    const id = text(object(schema, 'a schema')['$id'], 'the $id of a schema')
    return { id, fields: fieldsOf(schema) }
  })
  const layout = list(step['layout'], 'layout').map((each) =>
    readComponent(object(each, 'a component'), step, forms),
  )
  return { title: text(step['title'], 'the title'), forms, layout }
}

function readComponent(value: Json, step: Json, forms: readonly Form[]): Component {
  const type = value['type']
  const keys = (more: string) =>
    objectWith(`type margin size align width context ${more}`, value, `the component ${type}`)
  switch (type) {
    case 'heading':
      return { type, text: text(keys('text')['text'], 'a heading') }
    case 'info':
      return { type, text: text(keys('markdown')['markdown'], 'a text') }
    case 'form': {
      const id = object(keys('schema')['schema'], 'the schema of a form')['$ref']
      const form = forms.find((each) => each.id === id)
      if (form === undefined) throw unreadable(`no schema has the $id ${String(id)}`)
      return { type, form }
    }
    case 'decision':
      return { type, options: list(keys('options')['options'], 'options').map(readChoice) }
    case 'button': {
      const action = findAction(keys('action')['action'], step)
      return {
        type,
        title: text(action['title'], 'the title of a button'),
        action: readAction(action),
      }
    }
    default:
      throw unreadable(`the component ${String(type)} is unknown`)
  }
}

function readChoice(value: unknown): Choice {
  const option = objectWith('title description disabled action', value, 'an option')
  const { description, disabled } = option
  return {
    title: text(option['title'], 'the title of an option'),
    description: typeof description === 'string' ? description : undefined,
    isDisabled: disabled === true,
    action: readAction(object(option['action'], 'the action of an option')),
  }
}

/** An action within its button, or the one of the step that `$ref` names. */
function findAction(value: unknown, step: Json): Json {
  const action = object(value, 'the action of a button')
  const id = action['$ref']
  if (id === undefined) return action
  const found = list(step['actions'], 'actions').find(
    (each) => object(each, 'action')['$id'] === id,
  )
  if (found === undefined) throw unreadable(`no action has the $id ${String(id)}`)
  return object(found, 'action')
}

function readAction(value: Json): Action {
  const action = objectWith('$id title url method data exit', value, 'an action')
  if (action['exit'] === true) return 'exit'
  return { ...readUrl(action, 'an action'), data: object(action['data'] ?? {}, 'data') }
}
