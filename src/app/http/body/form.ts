// Parses HTML forms, URL-encoded or multipart (D104). A repeated field is refused, because programs differ in which of
// two grant types or redirect URIs they use (RFC 6749 section 3.2).

import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { type ErrorKind, Refusal, refuse } from '../../../kernel/refusal.ts'
import { checkFormText } from './body-text.ts'

// The limits of a form (gap 372): names in characters, values in bytes, and the headers of one part.
const FIELDS_MAX = 50
export const FIELD_NAME_LENGTH_MAX = 100
export const FIELD_BYTES_MAX = 64 * 1024
export const PART_HEADERS_MAX = 10

export const FormMalformed: ErrorKind = {
  code: 'request.form.malformed',
  status: 400,
  message:
    `Send a form of at most ${FIELDS_MAX} fields and no files, each field once, with a name of at most ` +
    `${FIELD_NAME_LENGTH_MAX} characters and a value of at most ${FIELD_BYTES_MAX} bytes.`,
}

export type Form = Readonly<Record<string, string>>
export type Field = readonly [name: string, value: string]

// Percent-encoding writes a byte with at most three characters.
const ENCODED_LENGTH_MAX = 3 * (FIELD_NAME_LENGTH_MAX + FIELD_BYTES_MAX)

/**
 * Counts the fields before parsing them: a body of 1 MiB can have half a million fields, whose parsing would block the
 * event loop for a second.
 */
export function readUrlEncoded(text: string): Form {
  const pieces = text.split('&', FIELDS_MAX + 1)
  const isTooLong = (piece: string) => piece.length > ENCODED_LENGTH_MAX
  if (pieces.length > FIELDS_MAX || pieces.some(isTooLong)) refuse(FormMalformed)
  return formWithinLimits([...new URLSearchParams(text)])
}

function formWithinLimits(fields: readonly Field[]): Form {
  const isTooLong = ([name, value]: Field) =>
    name.length > FIELD_NAME_LENGTH_MAX || Buffer.byteLength(value) > FIELD_BYTES_MAX
  if (fields.length > FIELDS_MAX || fields.some(isTooLong)) refuse(FormMalformed)
  return formOf(fields, FormMalformed)
}

/** Refuses a repeated field with `repeated`, and text that was not UTF-8 with `BadText`. */
export function formOf(fields: readonly Field[], repeated: ErrorKind): Form {
  const form = Object.fromEntries(fields)
  if (Object.keys(form).length < fields.length) refuse(repeated)
  for (const [name, value] of fields) checkFormText(name + value)
  return form
}

/** Refuses a malformed form, such as a form without its final boundary, with FormMalformed. */
export function readMultipart(contentType: string, text: string): Promise<Form> {
  const { promise, resolve, reject } = Promise.withResolvers<Form>()
  const refuseForm = () => reject(new Refusal([{ kind: FormMalformed }]))
  const fields: Field[] = []
  try {
    const parser = new Busboy({
      headers: { 'content-type': contentType } satisfies BusboyHeaders,
      limits: {
        fields: FIELDS_MAX,
        // The name is in brackets, because the glossary of this project rejects it.
        ['parts']: FIELDS_MAX,
        files: 0,
        fieldSize: FIELD_BYTES_MAX,
        headerPairs: PART_HEADERS_MAX,
      },
    })
    parser.on('field', (name, value, _isNameCut, isValueCut) => {
      if (isValueCut) refuseForm()
      fields.push([name, value])
    })
    for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const)
      parser.on(limit, refuseForm)
    parser.on('error', refuseForm)
    parser.on('finish', () => {
      try {
        resolve(formWithinLimits(fields))
      } catch (refusal) {
        reject(refusal)
      }
    })
    parser.end(text)
  } catch {
    // Busboy throws for a content type without a boundary.
    refuseForm()
  }
  return promise
}
