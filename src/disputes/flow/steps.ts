// The steps of the dynamic flow in which a customer raises a dispute (C 4.4, D80, D80a): a decision between
// narrower reasons, the form of a reason, and the last step.

import { FILE_BYTES_MAX } from '../../kernel/uploads.ts'
import { EMAIL_LENGTH_MAX } from '../../users/index.ts'
import { EMAIL_LENGTH_MIN } from '../form/check-submission.ts'
import { forms } from '../form/forms.ts'
import { type DisputeCode, decisionsOf, type ReasonCode, reasons } from '../reasons.ts'
import { type FlowSchema, objectSchema } from './field-schemas.ts'

const FILE_HINT = `A JPG, PNG or PDF file of at most ${FILE_BYTES_MAX / 2 ** 20} MiB`

/** The values that every step of one flow uses. */
export type Flow = {
  readonly transactionIds: readonly number[]
  /** The address for messages about the dispute. When it is undefined, the form has a field for it. */
  readonly email: string | undefined
  /** The choices for an amount, the most likely one first. */
  readonly currencies: readonly string[]
  readonly urls: {
    readonly step: (code: ReasonCode) => string
    readonly submit: (code: DisputeCode) => string
    readonly upload: string
  }
}

export type FlowStep = {
  readonly key: string
  readonly type: 'form'
  readonly title: string
  readonly actions: FlowSchema[]
  readonly schemas: FlowSchema[]
  readonly layout: FlowSchema[]
}

/** The step of a reason: a decision when it has narrower reasons, otherwise its form. */
export function stepOf(code: ReasonCode, flow: Flow): FlowStep {
  const decisions = decisionsOf(code)
  // UNAUTHORIZED, the only reason that is not a DisputeCode, has decisions.
  return decisions.length > 0
    ? decisionStep(code, decisions, flow)
    : formStep(code as DisputeCode, flow)
}

function decisionStep(code: ReasonCode, decisions: readonly DisputeCode[], flow: Flow): FlowStep {
  return {
    key: code,
    type: 'form',
    title: reasons[code].description,
    actions: [],
    schemas: [],
    layout: [
      {
        type: 'decision',
        options: decisions.map((decision) => optionOf(decision, flow)),
      },
    ],
  }
}

function optionOf(decision: DisputeCode, { transactionIds, urls }: Flow): FlowSchema {
  const { description, tooltip, supportsMultipleTransactions } = reasons[decision]
  return {
    title: description,
    ...(tooltip !== '' && { description: tooltip }),
    disabled: transactionIds.length > 1 && !supportsMultipleTransactions,
    action: { url: urls.step(decision), method: 'GET' },
  }
}

function formStep(code: DisputeCode, flow: Flow): FlowStep {
  const { title } = forms[code]
  return {
    key: code,
    type: 'form',
    title: reasons[code].description,
    actions: [submitAction(code, flow)],
    schemas: [formSchema(code, flow)],
    layout: [
      { type: 'heading', text: title, size: 'md' },
      {
        type: 'info',
        markdown:
          'Answer every question and add the documents that you have. They decide the outcome.',
      },
      { type: 'form', schema: { $ref: schemaId(code) } },
      { type: 'button', action: { $ref: 'submit' }, context: 'primary' },
    ],
  }
}

// The client replaces the `transaction` of the form with the `transaction` of `data`. So `data` is sent only when the form
// has no field for the e-mail address.
function submitAction(code: DisputeCode, { transactionIds, email, urls }: Flow): FlowSchema {
  return {
    $id: 'submit',
    title: 'Submit',
    url: urls.submit(code),
    method: 'POST',
    ...(email !== undefined && {
      data: { transaction: { transactionId: transactionIds.join(','), email } },
    }),
  }
}

function schemaId(code: DisputeCode): string {
  return `dispute-${code}`
}

function formSchema(code: DisputeCode, flow: Flow): FlowSchema {
  const { fields, files } = forms[code]
  const properties = {
    ...(flow.email === undefined && {
      transaction: transactionSchema(flow.transactionIds.join(',')),
    }),
    form: objectSchema(fields, flow.currencies),
    files: {
      title: 'Documents',
      type: 'object',
      properties: Object.fromEntries(
        files.map(({ name, title }) => [name, uploadSchema(name, title, flow)]),
      ),
      required: [],
    },
    disclaimer: disclaimerSchema,
  }
  return {
    $id: schemaId(code),
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => name !== 'files'),
  }
}

function transactionSchema(transactionId: string): FlowSchema {
  return {
    type: 'object',
    properties: {
      transactionId: { type: 'string', hidden: true, default: transactionId },
      email: {
        title: 'E-mail address for messages about the dispute',
        type: 'string',
        minLength: EMAIL_LENGTH_MIN,
        maxLength: EMAIL_LENGTH_MAX,
      },
    },
    required: ['transactionId', 'email'],
  }
}

/**
 * The client uploads a file as soon as the customer has chosen the file, and keeps the id that the upload returns. The format
 * base64url makes the client send a file (Facts 14.5).
 */
function uploadSchema(name: string, title: string, { urls }: Flow): FlowSchema {
  return {
    title,
    type: 'string',
    persistAsync: {
      method: 'POST',
      url: urls.upload,
      param: name,
      idProperty: name,
      schema: { title, description: FILE_HINT, type: 'blob', format: 'base64url' },
    },
  }
}

const disclaimerSchema: FlowSchema = {
  type: 'object',
  properties: {
    allAnswered: {
      title: 'I have answered every question truthfully',
      type: 'boolean',
      const: true,
    },
    filesUploaded: {
      title: 'I have added all documents that I have',
      type: 'boolean',
      const: true,
    },
  },
  required: ['allAnswered', 'filesUploaded'],
}

/** The last step. The client does not render it, because the header `x-df-exit` ends the flow. */
export const finalStep: FlowStep = {
  key: 'final',
  type: 'form',
  title: 'We have received your dispute',
  actions: [{ $id: 'continue', title: 'Continue', exit: true }],
  schemas: [],
  layout: [
    {
      type: 'info',
      align: 'center',
      margin: 'lg',
      markdown:
        'Thank you for reporting this payment. The status of the dispute shows the progress of its review.',
    },
    { type: 'button', action: { $ref: 'continue' } },
  ],
}
