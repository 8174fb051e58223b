// Forms with files, as clients send them.

export const BOUNDARY = 'X-BOUNDARY'
export const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

/** A file of a few bytes of each kind. */
export const samples = {
  png: Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
    Buffer.from('0000000d49444154789c6360000002000001e221bc33', 'hex'),
    Buffer.from('0000000049454e44ae426082', 'hex'),
  ]),
  jpg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  pdf: Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n'),
} as const

export type FormPart =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly latin1: string }
  | {
      readonly name: string
      readonly fileName: string
      readonly bytes: Buffer
      readonly type?: string
    }

/** The bytes of one part. */
export function partBytes(formPart: FormPart): Buffer {
  const isFile = 'bytes' in formPart
  const disposition = `Content-Disposition: form-data; name="${formPart.name}"`
  const head = isFile
    ? `${disposition}; filename="${formPart.fileName}"\r\nContent-Type: ${formPart.type ?? 'application/octet-stream'}`
    : disposition
  const content = isFile ? formPart.bytes : textBytes(formPart)
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ])
}

function textBytes(formPart: Exclude<FormPart, { bytes: Buffer }>): Buffer {
  return 'text' in formPart ? Buffer.from(formPart.text) : Buffer.from(formPart.latin1, 'latin1')
}

/** A call with a form: `service.call(route, { token, ...multipart([...]) })`. */
export function multipart(formParts: readonly FormPart[], headers: Record<string, string> = {}) {
  const body = Buffer.concat([...formParts.map(partBytes), Buffer.from(`--${BOUNDARY}--\r\n`)])
  return { body, headers: { 'content-type': MULTIPART_TYPE, ...headers } }
}

/** A part with the sample file of `kind`. */
export function filePart(
  name: string,
  kind: keyof typeof samples = 'png',
  fileName = `a.${kind}`,
): FormPart {
  return { name, fileName, bytes: samples[kind] }
}
