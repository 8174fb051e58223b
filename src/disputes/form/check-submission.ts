// Checks the body of a submitted dispute. All faults are reported together, each at the path of its field (D82).

import { EMAIL_LENGTH_MAX } from '../../users/index.ts'
import { DisclaimerRequired, FieldRequired, TransactionIdsInvalid } from '../errors.ts'
import { checkForm, type FormFault, isAbsent, readYesNo } from './check-form.ts'
import type { DisputeForm, FormValues } from './forms.ts'
import { readTransactionIds } from './transaction-ids.ts'

/** In characters: the at sign, with one character before and one after the sign. */
export const EMAIL_LENGTH_MIN = 3

/** One address, without a display name, spaces or control characters. */
export const EMAIL_PATTERN = '^[^\\s\\p{Cc}@<>,;]+@[^\\s\\p{Cc}@<>,;]+$'
const EMAIL = new RegExp(EMAIL_PATTERN, 'u')
const FILE_ID = /^[0-9a-f]{12}$/

const disclaimerNames = ['allAnswered', 'filesUploaded'] as const

/** The sections of a body. The schema of the request ensures that each is an object. */
export type SubmissionBody = {
  readonly transaction?: Readonly<Record<string, unknown>>
  readonly form?: Readonly<Record<string, unknown>>
  readonly disclaimer?: Readonly<Record<string, unknown>>
  readonly files?: Readonly<Record<string, unknown>>
}

/** A submission without faults. */
export type Submission = {
  /** Ascending and without repetitions. */
  readonly transactionIds: readonly number[]
  readonly email: string
  readonly form: FormValues
  /** File ids by the name of the file in the form (gap 754). */
  readonly files: Readonly<Record<string, string>>
}

export type SubmissionFault = Omit<FormFault, 'kind'> & {
  readonly kind: FormFault['kind'] | 'disclaimer'
}

/** Returns the submission, or every fault of the body. */
export function checkSubmission(
  form: DisputeForm,
  body: SubmissionBody,
  today: Temporal.PlainDate,
): Submission | { readonly faults: readonly SubmissionFault[] } {
  const { transaction = {}, disclaimer = {}, files = {} } = body
  const transactionIds = readTransactionIds(transaction['transactionId'])
  const email = readEmail(transaction['email'])
  const answers = checkForm(form, body.form ?? {}, today)
  const faults: SubmissionFault[] = [
    ...(transactionIds ? [] : [transactionFault(transaction['transactionId'])]),
    ...(email ? [] : [emailFault(transaction['email'])]),
    ...answers.faults.map((fault) => ({ ...fault, path: ['form', ...fault.path] })),
    ...disclaimerNames.flatMap((name) => disclaimerFaults(name, disclaimer[name])),
    ...Object.entries(files).flatMap(([name, id]) => fileFaults(form, name, id)),
  ]
  if (faults.length > 0 || !transactionIds || !email || !answers.value) return { faults }
  return { transactionIds, email, form: answers.value, files: filesOf(files) }
}

function transactionFault(submitted: unknown): SubmissionFault {
  const path = ['transaction', 'transactionId']
  return isAbsent(submitted)
    ? { path, kind: 'required', message: 'Send the id of a card transaction.' }
    : { path, kind: 'invalid', message: TransactionIdsInvalid.message }
}

function readEmail(submitted: unknown): string | undefined {
  if (typeof submitted !== 'string') return undefined
  const text = submitted.trim()
  return text.length <= EMAIL_LENGTH_MAX && EMAIL.test(text) && text.isWellFormed()
    ? text
    : undefined
}

function emailFault(submitted: unknown): SubmissionFault {
  const path = ['transaction', 'email']
  return isAbsent(submitted)
    ? { path, kind: 'required', message: FieldRequired.message }
    : { path, kind: 'invalid', message: 'Send an e-mail address.' }
}

function disclaimerFaults(name: string, submitted: unknown): SubmissionFault[] {
  const { message } = DisclaimerRequired
  return readYesNo(submitted) === true
    ? []
    : [{ path: ['disclaimer', name], kind: 'disclaimer', message }]
}

function fileFaults({ files }: DisputeForm, name: string, id: unknown): SubmissionFault[] {
  if (isAbsent(id)) return []
  const path = ['files', name]
  const names = files.map((file) => file.name)
  if (!names.includes(name))
    return [
      {
        path,
        kind: 'invalid',
        message: `Send only files that this form has: ${names.join(', ')}.`,
      },
    ]
  return typeof id === 'string' && FILE_ID.test(id)
    ? []
    : [{ path, kind: 'invalid', message: 'Send the id that the upload returned.' }]
}

/** The files without empty ids. `fileFaults` has checked that all other ids are text. */
function filesOf(files: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(files).filter(([, id]) => !isAbsent(id))
  return Object.fromEntries(entries) as Record<string, string>
}
