// A strict client of dynamic-flow steps: it renders, fills and submits the elements that Facts 14.5 describes, and throws
// for everything else.

import {
  actionKeys,
  asList,
  asObject,
  asOneOf,
  asText,
  componentsOf,
  defaultsOf,
  expectKnownKeys,
  type FlowField,
  fieldsOf,
  type Json,
  methods,
  optionsOf,
  stepKeys,
  titleOf,
  uploadOf,
} from './dynamic-flow-format.ts'

export type FlowRequest = {
  readonly method: string
  readonly url: string
  readonly json?: unknown
  /** Sent as multipart/form-data with this one file. */
  readonly file?: { readonly formPart: string; readonly name: string; readonly bytes: Uint8Array }
}

export type FlowReply = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
}

type Send = (request: FlowRequest) => Promise<FlowReply>
type FlowState = {
  readonly title: string
  readonly fields: readonly FlowField[]
  /** Titles of the options of a decision. */
  readonly options: readonly string[]
  /** Titles of the buttons. */
  readonly buttons: readonly string[]
}

/** The message at each field, by the path of the field joined by dots. The path of a general error is empty. */
type FlowErrors = ReadonlyMap<string, string>

export class FlowClient {
  readonly #send: Send
  #step: Json = {}
  /** One model for each schema, by `$id`. */
  #models = new Map<string, Record<string, unknown>>()
  #errors = new Map<string, string>()
  #isOver = false

  private constructor(send: Send) {
    this.#send = send
  }

  static async open(send: Send, first: FlowRequest): Promise<FlowClient> {
    const client = new FlowClient(send)
    await client.#follow(first)
    return client
  }

  get isOver(): boolean {
    return this.#isOver
  }

  get errors(): FlowErrors {
    return this.#errors
  }

  /** The step as the customer sees it. Throws for everything that is not part of the format. */
  get state(): FlowState {
    return {
      title: asText(this.#step['title'], 'title of the step'),
      fields: this.#forms.flatMap((schema) => fieldsOf(schema, [], true)),
      options: this.#options.map(titleOf),
      buttons: this.#buttonActions.map(titleOf),
    }
  }

  /** The schemas of the forms that the step shows. */
  get #forms(): Json[] {
    return componentsOf(this.#step)
      .filter(({ type }) => type === 'form')
      .map(({ schema }) => this.#resolve(schema, 'schemas'))
  }

  get #options(): Json[] {
    return componentsOf(this.#step)
      .filter(({ type }) => type === 'decision')
      .flatMap(optionsOf)
  }

  get #buttonActions(): Json[] {
    return componentsOf(this.#step)
      .filter(({ type }) => type === 'button')
      .map(({ action }) => this.#resolve(action, 'actions'))
  }

  fill(path: readonly string[], value: unknown): void {
    const field = this.#field(path)
    if (field.kind === 'upload') throw new Error(`${path.join('.')} takes a file`)
    this.#set(path, value)
  }

  /** Uploads the file immediately and puts the id from the reply into the model, as the client library does. */
  async upload(path: readonly string[], name: string, bytes: Uint8Array): Promise<void> {
    const { schema, kind } = this.#field(path)
    if (kind !== 'upload') throw new Error(`${path.join('.')} takes no file`)
    const { method, url, param, idProperty } = uploadOf(schema)
    const { status, body } = await this.#send({
      method,
      url,
      file: { formPart: param, name, bytes },
    })
    this.#errors = new Map()
    if (status >= 200 && status < 300) {
      const id = asObject(body, 'the reply to an upload')[idProperty]
      if (typeof id !== 'string') throw new Error('the reply to an upload has no id')
      this.#set(path, id)
      return
    }
    const message = status === 422 ? validationOf(body)[param] : undefined
    if (typeof message === 'string') this.#errors.set(path.join('.'), message)
    else this.#errors.set('', `general error ${status}`)
  }

  async choose(option: string): Promise<void> {
    const chosen = this.#options.find((each) => titleOf(each) === option)
    if (chosen === undefined) throw new Error(`no option ${option}`)
    if (chosen['disabled'] === true) throw new Error(`the option ${option} is disabled`)
    await this.#act(this.#resolve(chosen['action'], 'actions'))
  }

  async press(button: string): Promise<void> {
    const action = this.#buttonActions.find((each) => titleOf(each) === button)
    if (action === undefined) throw new Error(`no button ${button}`)
    await this.#act(action)
  }

  // All models are merged into one object, then fields of `data` replace those of the same name. A GET has no body.
  async #act(action: Json): Promise<void> {
    expectKnownKeys(action, actionKeys, 'action')
    if (action['exit'] === true) {
      this.#isOver = true
      return
    }
    const method = asOneOf(action['method'], methods, 'method')
    const url = asText(action['url'], 'url')
    if (method === 'GET') return this.#follow({ method, url })
    const merged = Object.assign({}, ...this.#models.values(), action['data'])
    await this.#follow({ method, url, json: merged })
  }

  async #follow(request: FlowRequest): Promise<void> {
    const { status, headers, body } = await this.#send(request)
    this.#errors = new Map()
    if (status >= 200 && status < 300) {
      if (headers['x-df-exit'] === 'true') this.#isOver = true
      else this.#enter(asObject(body, 'a step'))
      return
    }
    // Only `validation` is shown at fields; any other error is one general message.
    const shown = Object.entries(flatten(validationOf(body)))
    if (shown.length === 0) this.#errors.set('', `general error ${status}`)
    const paths = this.state.fields.map(({ path }) => path.join('.'))
    for (const [path, message] of shown) {
      if (!paths.includes(path)) throw new Error(`the customer does not see ${path}: ${message}`)
      this.#errors.set(path, message)
    }
  }

  #enter(step: Json): void {
    expectKnownKeys(step, stepKeys, 'step')
    asOneOf(step['type'], ['form', 'decision', 'final'], 'type of the step')
    asText(step['key'], 'key of the step')
    this.#step = step
    this.#models = new Map(
      asList(step['schemas'], 'schemas').map((schema) => [
        asText(asObject(schema, 'schema')['$id'], '$id of a schema'),
        defaultsOf(asObject(schema, 'schema')),
      ]),
    )
    // Renders the step, so that a fault in it appears when the step arrives.
    this.state
  }

  /** An inline value, or the one of the step with the `$id` that `$ref` names. */
  #resolve(value: unknown, kind: 'schemas' | 'actions'): Json {
    const found = asObject(value, kind)
    const ref = found['$ref']
    if (ref === undefined) return found
    const all = asList(this.#step[kind], kind).map((each) => asObject(each, kind))
    const target = all.find((each) => each['$id'] === ref)
    if (target === undefined) throw new Error(`no ${kind} has the $id ${String(ref)}`)
    return target
  }

  #field(path: readonly string[]): FlowField {
    const field = this.state.fields.find((each) => each.path.join('.') === path.join('.'))
    if (field === undefined) throw new Error(`no field ${path.join('.')}`)
    return field
  }

  /** Changes the model of the schema that has the field. */
  #set(path: readonly string[], value: unknown): void {
    for (const schema of this.#forms)
      for (const field of fieldsOf(schema, [], true))
        if (field.path.join('.') === path.join('.')) setAt(this.#modelOf(schema), path, value)
  }

  #modelOf(schema: Json): Record<string, unknown> {
    const model = this.#models.get(asText(schema['$id'], '$id of a schema'))
    if (model === undefined) throw new Error(`no model for ${String(schema['$id'])}`)
    return model
  }
}

function setAt(model: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    if (value === undefined) delete model[name]
    else model[name] = value
    return
  }
  const inner = (model[name] ?? {}) as Record<string, unknown>
  model[name] = inner
  setAt(inner, rest, value)
}

function validationOf(body: unknown): Json {
  const validation = typeof body === 'object' && body !== null && (body as Json)['validation']
  return typeof validation === 'object' && validation !== null ? (validation as Json) : {}
}

function flatten(validation: Json, path: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    Object.entries(validation).flatMap(([name, value]) =>
      typeof value === 'string'
        ? [[[...path, name].join('.'), value]]
        : Object.entries(flatten(asObject(value, 'validation'), [...path, name])),
    ),
  )
}
