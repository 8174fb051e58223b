// Forms with files (D48): what is accepted, and the attacks on the process that receives them.

import { connect } from 'node:net'
import Type from 'typebox'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  BOUNDARY,
  filePart,
  MULTIPART_TYPE,
  multipart,
  partBytes,
  samples,
} from '../../../test/support/multipart.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { writes } from '../../kernel/endpoint.ts'
import { FILE_BYTES_MAX, UPLOAD_BYTES_MAX } from '../../kernel/uploads.ts'
import { input } from '../../kernel/wire.ts'

const ROUTE = 'POST /probe/upload'

let release: (() => void) | undefined
let entered: (() => void) | undefined
let handled = 0

const take = writes(
  {
    id: 'probe.upload',
    operationId: 'probeUpload',
    route: ROUTE,
    summary: 'Takes files',
    spec: 'test',
    access: { token: 'user' },
    idempotencyKey: 'accepted',
    onRepeat: 'another',
    body: input({
      note: Type.Optional(Type.String({ maxLength: 10 })),
      waits: Type.Optional(Type.String()),
    }),
    files: { formParts: { files: 'The files' }, kinds: ['jpg', 'png', 'pdf'], filesMax: 5 },
    reply: Type.Object({ note: Type.String(), files: Type.Array(Type.String()) }),
    errors: [],
  },
  async (_tx, { body, files }) => {
    handled++
    if (body.waits !== undefined) {
      entered?.()
      await new Promise<void>((resolve) => {
        release = resolve
      })
    }
    return {
      note: body.note ?? '',
      files: files.map(({ formPart, fileName, kind, bytes }) =>
        [formPart, fileName, kind, bytes.length].join(' '),
      ),
    }
  },
)

const service = testService({
  extra: [take],
  audited: false,
  requestLimits: { headersMs: 4000, uploadMs: 4000, uploadsMax: 2, uploadsPerUserMax: 1 },
})
let ann: Person
beforeEach(async () => {
  ann = await service.createUser()
  handled = 0
  release = undefined
})
afterEach(() => release?.())

const send = (call: ReturnType<typeof multipart>) => ann.call(ROUTE, call)
const codeOf = async (call: ReturnType<typeof multipart>) => {
  const { status, body } = await send(call)
  return `${status} ${body.errors?.[0].code} ${body.errors?.[0].path ?? ''}`.trim()
}
const ofSize = (bytes: number) =>
  Buffer.concat([samples.png, Buffer.alloc(bytes - samples.png.length)])

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
    const { status, body } = await ann.call(ROUTE, {
      body: Buffer.from(await sent.arrayBuffer()),
      headers,
    })
    expect([status, body.files]).toEqual([200, [`files a.pdf pdf ${samples.pdf.length}`]])
  })

  it('200 for a file of exactly 10 MiB', async () => {
    const bytes = ofSize(FILE_BYTES_MAX)
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

  it('D7: the same key with another file is 409, with the same file the stored reply', async () => {
    const key = { 'x-idempotence-uuid': crypto.randomUUID() }
    const first = await send(multipart([filePart('files', 'png')], key))
    const again = await send(multipart([filePart('files', 'png')], key))
    const other = await send(multipart([filePart('files', 'jpg', 'a.png')], key))
    expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([
      200,
      200,
      'true',
    ])
    expect([other.status, other.body.errors[0].code]).toEqual([409, 'idempotency.key.reused'])
    expect(handled).toBe(1)
  })
})

describe('D48: refused before the handler is called', () => {
  const file = (bytes: Buffer, name = 'files') => ({ name, fileName: 'a.png', bytes })
  const field = (name: string, text = 'x') => ({ name, text })
  const many = (count: number) => Array.from({ length: count }, (_, n) => field(`f${n}`))

  it.each<[string, ReturnType<typeof multipart>, string]>([
    ['no part', multipart([]), '400 file.missing files'],
    ['fields only', multipart([field('note')]), '400 file.missing files'],
    ['a field named like the file', multipart([field('files')]), '400 file.missing files'],
    ['an empty file', multipart([file(Buffer.alloc(0))]), '400 file.empty files'],
    ['another part', multipart([filePart('photo')]), '400 file.part.unknown photo'],
    ['text', multipart([file(Buffer.from('hello'))]), '400 file.type.not-supported files'],
    ['HTML', multipart([file(Buffer.from('<html>'))]), '400 file.type.not-supported files'],
    ['a GIF', multipart([file(Buffer.from('GIF89a....'))]), '400 file.type.not-supported files'],
    [
      'an archive',
      multipart([file(Buffer.from('504b0304140000000000', 'hex'))]),
      '400 file.type.not-supported files',
    ],
    ['a file of 10 MiB + 1', multipart([file(ofSize(FILE_BYTES_MAX + 1))]), '413 file.too-large'],
    [
      'six files',
      multipart(Array.from({ length: 6 }, () => filePart('files'))),
      '400 file.too-many',
    ],
    ['21 fields', multipart([...many(21), filePart('files')]), '400 request.form.malformed'],
    [
      'a repeated field',
      multipart([field('note'), field('note'), filePart('files')]),
      '400 request.form.malformed',
    ],
    [
      'a field of the prototype',
      multipart([field('__proto__'), filePart('files')]),
      '400 request.form.malformed',
    ],
    [
      'a field of 64 KiB + 1',
      multipart([field('note', 'x'.repeat(64 * 1024 + 1)), filePart('files')]),
      '400 request.form.malformed',
    ],
    [
      'a null character in a field',
      multipart([field('note', 'a\0b'), filePart('files')]),
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
      'a type without a boundary',
      { ...multipart([filePart('files')]), headers: { 'content-type': 'multipart/form-data;' } },
      '400 request.form.malformed',
    ],
    [
      'JSON',
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
  ])('%s', async (_, call, expected) => {
    expect(await codeOf(call)).toBe(expected)
    expect(handled).toBe(0)
  })

  it('several bad files are named together', async () => {
    const { body } = await send(multipart([file(Buffer.from('a')), file(Buffer.from('b'))]))
    expect(body.errors.map(({ code }: { code: string }) => code)).toEqual([
      'file.type.not-supported',
      'file.type.not-supported',
    ])
  })

  it('400 file.missing without a body', async () => {
    const { status, body } = await ann.call(ROUTE)
    expect([status, body.errors[0].code]).toEqual([400, 'file.missing'])
  })

  it('401 without a token, whatever the form', async () => {
    const { status } = await service.call(ROUTE, multipart([filePart('files')]))
    expect(status).toBe(401)
  })

  it('415 for a form with files where the operation declares none', async () => {
    const { status } = await ann.call('POST /v1/quotes', multipart([filePart('files')]))
    expect(status).toBe(415)
  })
})

describe('attacks over a socket', () => {
  const closing: (() => void)[] = []
  afterEach(() => {
    for (const close of closing.splice(0)) close()
  })

  /** Sends the head and then each chunk; returns the status of the reply. */
  async function attack(length: number | 'chunked', chunks: readonly Buffer[], by = ann) {
    await service.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined)
    const { port } = service.app.server.address() as { port: number }
    const socket = connect({ port, host: '127.0.0.1' })
    closing.push(() => socket.destroy())
    const framing =
      length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`
    socket.write(
      `POST /probe/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${by.token}\r\n` +
        `content-type: ${MULTIPART_TYPE}\r\n${framing}\r\n\r\n`,
    )
    socket.on('error', () => undefined)
    const reply = new Promise<string>((resolve) => {
      socket.once('data', (data) => resolve(String(data)))
      socket.once('close', () => resolve(''))
    })
    for (const chunk of chunks) socket.write(chunk)
    return { socket, status: async () => Number((await reply).slice(9, 12)) }
  }
  const head = partBytes({ name: 'files', fileName: 'a.png', bytes: samples.png })

  it('408 when the form stops arriving, and the slot is free again', async () => {
    const slow = await attack(1000, [head.subarray(0, 40)])
    expect(await slow.status()).toBe(408)
    expect((await send(multipart([filePart('files')]))).status).toBe(200)
  })

  it('413 immediately for a declared length beyond 50 MiB', async () => {
    expect(await (await attack(UPLOAD_BYTES_MAX + 1, [])).status()).toBe(413)
  })

  it('413 for more than 50 MiB in files that are each small enough', async () => {
    const forms = Array.from({ length: 5 }, () =>
      partBytes({ name: 'files', fileName: 'a.png', bytes: ofSize(FILE_BYTES_MAX) }),
    )
    const fields = Array.from({ length: 20 }, (_, n) =>
      partBytes({ name: `f${n}`, text: 'x'.repeat(60_000) }),
    )
    const { status, body } = await send({
      body: Buffer.concat([...forms, ...fields, Buffer.from(`--${BOUNDARY}--\r\n`)]),
      headers: { 'content-type': MULTIPART_TYPE },
    })
    expect([status, body.errors[0].code]).toEqual([413, 'request.body.too-large'])
  })

  it('413 at the first byte beyond 10 MiB, while the rest is still being sent', async () => {
    const start = head.subarray(0, head.length - 2)
    const sent = await attack(40 * 1024 * 1024, [start, Buffer.alloc(FILE_BYTES_MAX)])
    expect(await sent.status()).toBe(413)
  })

  it('400 for thousands of parts, after the first few', async () => {
    const forms = Buffer.concat(
      Array.from({ length: 20_000 }, (_, n) => partBytes({ name: `f${n}`, text: '' })),
    )
    const started = performance.now()
    const { status } = await send({ body: forms, headers: { 'content-type': MULTIPART_TYPE } })
    expect(status).toBe(400)
    expect(performance.now() - started).toBeLessThan(5000)
  })

  it('400 for a connection that ends inside of a file; the slot is free again', async () => {
    const { socket } = await attack(1000, [head.subarray(0, 60)])
    socket.destroy()
    await expect.poll(async () => (await send(multipart([filePart('files')]))).status).toBe(200)
    expect(handled).toBe(1)
  })
})

describe('D48: forms in memory at the same time', () => {
  const waiting = () =>
    new Promise<void>((resolve) => {
      entered = resolve
    })
  const waits = multipart([{ name: 'waits', text: 'x' }, filePart('files')])

  it('429 upload.too-many for a second one of the same user, until the first is answered', async () => {
    const inside = waiting()
    const first = send(waits)
    await inside
    const { status, body, headers } = await send(multipart([filePart('files')]))
    expect([status, body.errors[0].code, headers['retry-after']]).toEqual([
      429,
      'upload.too-many',
      '1',
    ])
    release?.()
    expect((await first).status).toBe(200)
    expect((await send(multipart([filePart('files')]))).status).toBe(200)
  })

  it('503 upload.no-room when all slots of the process are taken', async () => {
    const others = [await service.createUser(), await service.createUser()]
    const releases: (() => void)[] = []
    const running = []
    for (const other of others) {
      const inside = waiting()
      running.push(other.call(ROUTE, waits))
      await inside
      await expect.poll(() => release).toBeDefined()
      releases.push(release as () => void)
    }
    const { status, body, headers } = await send(multipart([filePart('files')]))
    expect([status, body.errors[0].code, headers['retry-after']]).toEqual([
      503,
      'upload.no-room',
      '1',
    ])
    for (const each of releases) each()
    expect((await Promise.all(running)).map((reply) => reply.status)).toEqual([200, 200])
    expect((await send(multipart([filePart('files')]))).status).toBe(200)
  })
})
