// Files in requests (D48). An endpoint declares the parts of its form that are files. The HTTP layer reads them with
// limits for their number, size and time, and finds the kind of a file from its content, because the client chooses
// the name.

const fileKinds = ['jpg', 'png', 'pdf'] as const
export type FileKind = (typeof fileKinds)[number]

export const mediaTypes: Readonly<Record<FileKind, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
}

/** In bytes. */
export const MIB = 1024 * 1024
/** The limit of one file (D48). */
export const FILE_BYTES_MAX = 10 * MIB
/** The limit of the body of a request with files (D48). */
export const UPLOAD_BYTES_MAX = 50 * MIB
/** The most files of one form (D48). */
export const FILES_MAX = 5
/** The most fields of one form besides its files (D48). */
export const UPLOAD_FIELDS_MAX = 20

export type FilesDeclaration = {
  /** The parts with files, by name, with their descriptions. */
  readonly formParts: Readonly<Record<string, string>>
  /** Other parts may be files too, and the use case decides about their names. */
  readonly otherParts?: true
  readonly kinds: readonly FileKind[]
  /** At most FILES_MAX. A request has at least one file. */
  readonly filesMax: number
}

/** A file of a request. It has at least one byte and one of the declared kinds. */
export type ReceivedFile = {
  /** The name of its part in the form. */
  readonly formPart: string
  /** The name that the client sent, without folders; for people only. */
  readonly fileName: string
  readonly kind: FileKind
  readonly bytes: Buffer
  /** In hexadecimal. */
  readonly sha256: string
}

/** Returns texts that identify the files of a request, for hashes of the request. */
export function fingerprintsOf(files: readonly ReceivedFile[]): readonly string[] {
  return files.map(({ formPart, fileName, sha256 }) => JSON.stringify([formPart, fileName, sha256]))
}
