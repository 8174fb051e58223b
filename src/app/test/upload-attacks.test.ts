// Attacks with forms with files (D48): slow, endless, huge and many forms do not occupy the process.

import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
import { outcome } from '../../../test/support/transfers.ts'
import { FILE_BYTES_MAX, UPLOAD_BYTES_MAX } from '../../kernel/uploads.ts'
import {
  closeConnections,
  codeOf,
  head,
  open,
  portOf,
  startListening,
  statusOf,
} from './sockets.ts'
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

describe('D48: a form of an attacker', () => {
  beforeAll(() => startListening(service))
  afterEach(closeConnections)

  /** Sends the headers and then each chunk. */
  async function attack(contentLength: number, chunks: readonly Buffer[]) {
    const connection = open(
      portOf(service),
      head(
        UPLOAD_ROUTE,
        `authorization: Bearer ${ann.token}`,
        `content-type: ${MULTIPART_TYPE}`,
        `content-length: ${contentLength}`,
      ),
    )
    for (const chunk of chunks) connection.socket.write(chunk)
    const outcomeOf = async () => {
      const reply = await connection.reply
      return `${statusOf(reply)} ${codeOf(reply)}`
    }
    return { ...connection, outcomeOf }
  }
  const imagePart = partBytes({ name: 'files', fileName: 'a.png', bytes: samples.png })

  it('408 request.timeout when the form stops arriving, and the slot is free again', async () => {
    const slow = await attack(1000, [imagePart.subarray(0, 40)])
    expect(await slow.outcomeOf()).toBe('408 request.timeout')
    expect((await send(multipart([filePart('files')]))).status).toBe(200)
  })

  it('413 request.body.too-large for a declared length beyond 50 MiB, before any byte of the form has arrived', async () => {
    const declared = await attack(UPLOAD_BYTES_MAX + 1, [])
    expect(await declared.outcomeOf()).toBe('413 request.body.too-large')
  })

  it('413 request.body.too-large for more than 50 MiB in files and fields that are each within their own limit', async () => {
    const files = Array.from({ length: 5 }, () =>
      partBytes({ name: 'files', fileName: 'a.png', bytes: pngOf(FILE_BYTES_MAX) }),
    )
    const fields = Array.from({ length: 20 }, (_, n) =>
      partBytes({ name: `f${n}`, text: 'x'.repeat(60_000) }),
    )
    const reply = await send({
      body: Buffer.concat([...files, ...fields, Buffer.from(`--${BOUNDARY}--\r\n`)]),
      headers: { 'content-type': MULTIPART_TYPE },
    })
    expect(outcome(reply)).toBe('413 request.body.too-large')
  })

  it('413 file.too-large for a file beyond 10 MiB, before the rest of the form has arrived', async () => {
    const start = imagePart.subarray(0, imagePart.length - 2)
    const sent = await attack(40 * 1024 * 1024, [start, Buffer.alloc(FILE_BYTES_MAX)])
    expect(await sent.outcomeOf()).toBe('413 file.too-large')
  })

  it('400 request.form.malformed within five seconds for a form with 20,000 parts', async () => {
    const body = Buffer.concat(
      Array.from({ length: 20_000 }, (_, n) => partBytes({ name: `f${n}`, text: '' })),
    )
    const started = performance.now()
    const reply = await send({ body, headers: { 'content-type': MULTIPART_TYPE } })
    expect(outcome(reply)).toBe('400 request.form.malformed')
    expect(performance.now() - started).toBeLessThan(5000)
  })

  it('a connection that ends inside of a file frees its slot, and the handler is not called', async () => {
    const before = upload.handledCount()
    const { socket } = await attack(1000, [imagePart.subarray(0, 60)])
    socket.destroy()
    await expect.poll(async () => (await send(multipart([filePart('files')]))).status).toBe(200)
    expect(upload.handledCount()).toBe(before + 1)
  })
})

describe('D48: forms in memory at the same time', () => {
  afterEach(upload.release)
  const waits = multipart([{ name: 'waits', text: 'x' }, filePart('files')])

  it('429 upload.too-many for a second form of the same user, until the first is answered', async () => {
    const first = send(waits)
    await expect.poll(upload.waitingCount).toBe(1)
    const { status, body, headers } = await send(multipart([filePart('files')]))
    expect([status, body.errors[0].code, headers['retry-after']]).toEqual([
      429,
      'upload.too-many',
      '1',
    ])
    upload.release()
    expect((await first).status).toBe(200)
    expect((await send(multipart([filePart('files')]))).status).toBe(200)
  })

  it('503 upload.no-room when all slots of the process are taken', async () => {
    const others = [await service.createUser(), await service.createUser()]
    const running = others.map((other) => other.call(UPLOAD_ROUTE, waits))
    await expect.poll(upload.waitingCount).toBe(2)
    const { status, body, headers } = await send(multipart([filePart('files')]))
    expect([status, body.errors[0].code, headers['retry-after']]).toEqual([
      503,
      'upload.no-room',
      '1',
    ])
    upload.release()
    expect((await Promise.all(running)).map((reply) => reply.status)).toEqual([200, 200])
    expect((await send(multipart([filePart('files')]))).status).toBe(200)
  })
})
