// Parses forms with files (D48) while they arrive. Each chunk is parsed, hashed and copied in its own turn of the event
// loop. A file is refused at its first byte beyond the limit; a longer value of a field is cut by the parser, and refused when the
// field ends. So no client can make the process hold more than the limits allow.

import { createHash, type Hash } from 'node:crypto'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { type ErrorKind, Refusal, refuse, refuseAll } from '../../../kernel/refusal.ts'
import {
  FILE_BYTES_MAX,
  type FileKind,
  type FilesDeclaration,
  type ReceivedFile,
  UPLOAD_FIELDS_MAX,
} from '../../../kernel/uploads.ts'
import { checkText } from './body-text.ts'
import {
  FIELD_BYTES_MAX,
  FIELD_NAME_LENGTH_MAX,
  type Field,
  type Form,
  formOf,
  PART_HEADERS_MAX,
} from './form.ts'
import { growingBytes } from './growing-bytes.ts'

/** In characters. Longer names are cut. */
const FILE_NAME_LENGTH_MAX = 255
/** The kind of a file is found from its first bytes; this is the default sample of the package `file-type`. */
const SAMPLE_BYTES = 4100

const UploadMalformed: ErrorKind = {
  code: 'request.form.malformed',
  status: 400,
  message:
    `Send one complete multipart/form-data form of at most ${UPLOAD_FIELDS_MAX} fields, each field once and ` +
    `with a value of at most ${FIELD_BYTES_MAX} bytes, and each part with a name of at most ${FIELD_NAME_LENGTH_MAX} characters.`,
}
const FileMissing: ErrorKind = {
  code: 'file.missing',
  status: 400,
  message: 'Send at least one file, as a part of the form with a file name.',
}
const FileEmpty: ErrorKind = {
  code: 'file.empty',
  status: 400,
  message: 'The file has no bytes. Send the file with its content.',
}
const TooManyFiles: ErrorKind = {
  code: 'file.too-many',
  status: 400,
  message: 'Send fewer files in one request.',
}
const UnknownFilePart: ErrorKind = {
  code: 'file.part.unknown',
  status: 400,
  message: 'Name the form field of the file as the operation documents it.',
}
const FileKindNotSupported: ErrorKind = {
  code: 'file.type.not-supported',
  status: 400,
  message: 'Send a file whose content has a type that the operation accepts.',
}
const FileTooLarge: ErrorKind = {
  code: 'file.too-large',
  status: 413,
  message: `Send a file of at most ${FILE_BYTES_MAX} bytes.`,
}

/** Refusals of an operation with files, before its handler is called. */
export const uploadErrors: readonly ErrorKind[] = [
  UploadMalformed,
  FileMissing,
  FileEmpty,
  TooManyFiles,
  UnknownFilePart,
  FileKindNotSupported,
  FileTooLarge,
]

export type Upload = { readonly fields: Form; readonly files: readonly ReceivedFile[] }

type ArrivingFile = {
  readonly formPart: string
  readonly fileName: string
  readonly hash: Hash
  readonly content: ReturnType<typeof growingBytes>
}

type UploadParser = {
  add(chunk: Buffer): void
  /** Must be called after the last chunk. Refuses a form that is not complete. */
  end(): Promise<Upload>
}

type FormParser = InstanceType<typeof Busboy>

/** Returns a function that refuses the form. */
type RefuseBy = (kind: ErrorKind, message?: string) => () => void

/** Calls `onRefused` as soon as a chunk breaks a rule; the parser must not be used afterwards. */
export function uploadParser(
  contentType: string,
  { filesMax }: Pick<FilesDeclaration, 'filesMax'>,
  onRefused: (refusal: Refusal) => void,
): UploadParser {
  const fields: Field[] = []
  const arriving: ArrivingFile[] = []
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>()
  // Nothing waits for `finished` before the last chunk, so a refusal would be an unhandled rejection.
  finished.catch(() => undefined)
  const refuseBy: RefuseBy = (kind, message) => () => {
    const refusal = new Refusal([{ kind, message }])
    reject(refusal)
    onRefused(refusal)
  }
  const parser = openParser(contentType, filesMax)
  if (parser === undefined) {
    queueMicrotask(refuseBy(UploadMalformed))
    return { add: () => undefined, end: () => finished as Promise<never> }
  }
  parser.on('field', (name, value, _isNameCut, isValueCut) => {
    if (isValueCut || !isFieldName(name)) return refuseBy(UploadMalformed)()
    fields.push([name, value])
  })
  collectFiles(parser, arriving, refuseBy)
  parser.on('filesLimit', refuseBy(TooManyFiles, `Send at most ${filesMax} files in one request.`))
  for (const limit of ['partsLimit', 'fieldsLimit'] as const)
    parser.on(limit, refuseBy(UploadMalformed))
  parser.on('error', refuseBy(UploadMalformed))
  parser.on('finish', resolve)
  return {
    add: (chunk) => {
      parser.write(chunk)
    },
    end: async () => {
      parser.end()
      await finished
      return {
        fields: formOf(fields, UploadMalformed),
        files: await Promise.all(arriving.map(receivedFile)),
      }
    },
  }
}

/** Adds each file of the form to `files` when the headers of its part have arrived, so a file without bytes is added too (`FileEmpty`). */
function collectFiles(parser: FormParser, files: ArrivingFile[], refuseBy: RefuseBy): void {
  parser.on('file', (name, stream, fileName) => {
    const file = {
      formPart: name,
      fileName,
      hash: createHash('sha256'),
      content: growingBytes(FILE_BYTES_MAX),
    }
    if (!isFieldName(name)) refuseBy(UploadMalformed)()
    files.push(file)
    stream.on('data', (chunk: Buffer) => {
      file.hash.update(chunk)
      file.content.add(chunk)
    })
    stream.on('limit', refuseBy(FileTooLarge))
    stream.on('error', refuseBy(UploadMalformed))
  })
}

/** Undefined for a content type without a boundary. */
function openParser(contentType: string, filesMax: number): FormParser | undefined {
  try {
    return new Busboy({
      headers: { 'content-type': contentType } satisfies BusboyHeaders,
      limits: {
        fields: UPLOAD_FIELDS_MAX,
        files: filesMax,
        // One part more than allowed: otherwise a file too many would reach this limit first, and the client would not learn that
        // it sent too many files (`TooManyFiles`). The name is in brackets, because the glossary bans it as an identifier.
        ['parts']: UPLOAD_FIELDS_MAX + filesMax + 1,
        fieldSize: FIELD_BYTES_MAX,
        fileSize: FILE_BYTES_MAX,
        headerPairs: PART_HEADERS_MAX,
      },
    })
  } catch {
    return undefined
  }
}

function isFieldName(name: string | undefined): boolean {
  return (
    name !== undefined &&
    name !== '' &&
    name !== '__proto__' &&
    name.length <= FIELD_NAME_LENGTH_MAX
  )
}

/** Finds the kind of the file from its content. `checkFiles` compares it with the kinds that the operation accepts. */
async function receivedFile({
  formPart,
  fileName,
  hash,
  content,
}: ArrivingFile): Promise<ReceivedFile> {
  const bytes = content.bytes()
  if (bytes.length === 0) refuse(FileEmpty, { path: formPart })
  // The package is loaded with the first file, because it takes 11 MB of memory and most installations receive no file.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes.subarray(0, SAMPLE_BYTES)).catch(() => undefined)
  checkText(formPart)
  checkText(fileName ?? '')
  return {
    formPart,
    fileName: (fileName ?? '').slice(0, FILE_NAME_LENGTH_MAX),
    kind: (found?.ext ?? '') as FileKind,
    bytes,
    sha256: hash.digest('hex'),
  }
}

/** Refuses a form without files. Reports all files that the operation does not accept in one refusal. */
export function checkFiles(
  { formParts, otherParts, kinds }: FilesDeclaration,
  files: readonly ReceivedFile[],
): void {
  if (files.length === 0) refuse(FileMissing, { path: Object.keys(formParts)[0] })
  const unknown = files.filter(({ formPart }) => !otherParts && !Object.hasOwn(formParts, formPart))
  const wrong = files.filter(({ kind }) => !kinds.includes(kind))
  refuseAll([
    ...unknown.map(({ formPart }) => ({
      kind: UnknownFilePart,
      path: formPart,
      message: `Send files as ${Object.keys(formParts).join(', ')}.`,
    })),
    ...wrong.map(({ formPart, fileName }) => ({
      kind: FileKindNotSupported,
      path: formPart,
      message: `Send a file whose content is one of these types: ${kinds.join(', ')}.`,
      arguments: [fileName],
    })),
  ])
}
