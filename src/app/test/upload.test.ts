// Forms with files (D48): what is accepted, and what is refused before the handler is called.

import { beforeEach, describe, expect, it } from 'vitest'
import { filePart, multipart, partBytes, samples } from '../../../test/support/multipart.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { FILE_BYTES_MAX } from '../../kernel/uploads.ts'
import { pngOf, UPLOAD_ROUTE, uploadEndpoint } from './upload-endpoint.ts'

const upload = uploadEndpoint()
const service = testService({
  extra: [upload.endpoint],
  audited: false,
  requestLimits: { headersMs: 4000, uploadMs: 4000, uploadsMax: 2, uploadsPerUserMax: 1 },
})
let ann: Person
beforeEach(async () => {
  ann = await service.createUser()
})

const send = (call: ReturnType<typeof multipart>) => ann.call(UPLOAD_ROUTE, call)
const refusalOf = async (call: ReturnType<typeof multipart>) => {
  const { status, body } = await send(call)
  return `${status} ${body.errors?.[0].code} ${body.errors?.[0].path ?? ''}`.trim()
}

describe('a form with files', () => {
  it('200 with fields and files, each with its part, name and kind', async () => {
    const { status, body } = await send(
      multipart([
        { name: 'note', text: 'käse' },
        filePart('files', 'png'),
        filePart('files', 'jpg', 'Bild 1.jpeg'),
        filePart('files', 'pdf'),
      ]),
    )
    expect([status, body]).toEqual([
      200,
      {
        note: 'käse',
        files: [
          `files a.png png ${samples.png.length}`,
          `files Bild 1.jpeg jpg ${samples.jpg.length}`,
          `files a.pdf pdf ${samples.pdf.length}`,
        ],
      },
    ])
  })

  it('200 for the FormData of fetch', async () => {
    const form = new FormData()
    form.set('note', 'n')
    form.set('files', new File([samples.pdf], 'a.pdf', { type: 'application/pdf' }))
    const sent = new Response(form)
    const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
    const { status, body } = await ann.call(UPLOAD_ROUTE, {
      body: Buffer.from(await sent.arrayBuffer()),
      headers,
    })
    expect([status, body.files]).toEqual([200, [`files a.pdf pdf ${samples.pdf.length}`]])
  })

  it('200 for a file of exactly 10 MiB', async () => {
    const bytes = pngOf(FILE_BYTES_MAX)
    const { status } = await send(multipart([{ name: 'files', fileName: 'a.png', bytes }]))
    expect(status).toBe(200)
  })

  it('the kind comes from the content: a PNG called .pdf is a png', async () => {
    const { body } = await send(multipart([filePart('files', 'png', 'a.pdf')]))
    expect(body.files).toEqual([`files a.pdf png ${samples.png.length}`])
  })

  it('a file name has no folders', async () => {
    const { body } = await send(multipart([filePart('files', 'png', '../../etc/passwd')]))
    expect(body.files).toEqual([`files passwd png ${samples.png.length}`])
  })

  it('D7: 409 when an idempotency key is reused with another file; with the same file the stored reply is sent again', async () => {
    const before = upload.handledCount()
    const key = { 'x-idempotence-uuid': crypto.randomUUID() }
    const first = await send(multipart([filePart('files', 'png')], key))
    const again = await send(multipart([filePart('files', 'png')], key))
    const other = await send(multipart([filePart('files', 'jpg', 'a.png')], key))
    expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([
      200,
      200,
      'true',
    ])
    expect(outcome(other)).toBe('409 idempotency.key.reused')
    expect(upload.handledCount()).toBe(before + 1)
  })
})

describe('D48: a refused request with files', () => {
  const file = (bytes: Buffer, name = 'files') => ({ name, fileName: 'a.png', bytes })
  const field = (name: string, text = 'x') => ({ name, text })
  const fields = (count: number) => Array.from({ length: count }, (_, n) => field(`f${n}`))

  const refused: [string, ReturnType<typeof multipart>, string][] = [
    ['a form without parts', multipart([]), '400 file.missing files'],
    ['a form with fields only', multipart([field('note')]), '400 file.missing files'],
    ['a field named like the file', multipart([field('files')]), '400 file.missing files'],
    ['an empty file', multipart([file(Buffer.alloc(0))]), '400 file.empty files'],
    [
      'a part that the operation does not declare',
      multipart([filePart('photo')]),
      '400 file.part.unknown photo',
    ],
    ['a text file', multipart([file(Buffer.from('hello'))]), '400 file.type.not-supported files'],
    ['an HTML file', multipart([file(Buffer.from('<html>'))]), '400 file.type.not-supported files'],
    ['a GIF', multipart([file(Buffer.from('GIF89a....'))]), '400 file.type.not-supported files'],
    [
      'an archive',
      multipart([file(Buffer.from('504b0304140000000000', 'hex'))]),
      '400 file.type.not-supported files',
    ],
    [
      'a file of 10 MiB and one byte',
      multipart([file(pngOf(FILE_BYTES_MAX + 1))]),
      '413 file.too-large',
    ],
    [
      'six files',
      multipart(Array.from({ length: 6 }, () => filePart('files'))),
      '400 file.too-many',
    ],
    ['21 fields', multipart([...fields(21), filePart('files')]), '400 request.form.malformed'],
    [
      'a repeated field',
      multipart([field('note'), field('note'), filePart('files')]),
      '400 request.form.malformed',
    ],
    [
      'a field named __proto__',
      multipart([field('__proto__'), filePart('files')]),
      '400 request.form.malformed',
    ],
    [
      'a field of 64 KiB and one byte',
      multipart([field('note', 'x'.repeat(64 * 1024 + 1)), filePart('files')]),
      '400 request.form.malformed',
    ],
    [
      'a null character in a field',
      multipart([field('note', 'a\0b'), filePart('files')]),
      '400 request.text.malformed',
    ],
    [
      'a field in Latin-1 (gap 1260)',
      multipart([{ name: 'note', latin1: 'José' }, filePart('files')]),
      '400 request.text.malformed',
    ],
    [
      'a field that the schema refuses',
      multipart([field('note', 'x'.repeat(11)), filePart('files')]),
      '400 Size note',
    ],
    [
      'a body without its last boundary',
      { ...multipart([]), body: Buffer.from(partBytes(filePart('files'))) },
      '400 request.form.malformed',
    ],
    [
      'a content type without a boundary',
      { ...multipart([filePart('files')]), headers: { 'content-type': 'multipart/form-data;' } },
      '400 request.form.malformed',
    ],
    [
      'a JSON body',
      { body: Buffer.from('{}'), headers: { 'content-type': 'application/json' } },
      '415 request.content-type.unsupported',
    ],
    [
      'a URL-encoded form',
      {
        body: Buffer.from('note=x'),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      '415 request.content-type.unsupported',
    ],
  ]

  it.each(refused.map(([title, call, refusal]) => [refusal, title, call] as const))(
    '%s for %s, and the handler is not called',
    async (refusal, _, call) => {
      const before = upload.handledCount()
      expect(await refusalOf(call)).toBe(refusal)
      expect(upload.handledCount()).toBe(before)
    },
  )

  it('400 with an error for each of two files of the wrong type', async () => {
    const { status, body } = await send(multipart([file(Buffer.from('a')), file(Buffer.from('b'))]))
    const codes = body.errors.map(({ code }: { code: string }) => code)
    expect([status, codes]).toEqual([400, ['file.type.not-supported', 'file.type.not-supported']])
  })

  it('400 file.missing without a body', async () => {
    const reply = await ann.call(UPLOAD_ROUTE)
    expect(outcome(reply)).toBe('400 file.missing')
  })

  it('401 for a form without a token', async () => {
    const { status } = await service.call(UPLOAD_ROUTE, multipart([filePart('files')]))
    expect(status).toBe(401)
  })

  it('415 request.content-type.unsupported for a form with files where the operation declares no files', async () => {
    const reply = await ann.call('POST /v1/quotes', multipart([filePart('files')]))
    expect(outcome(reply)).toBe('415 request.content-type.unsupported')
  })
})
