import Type from 'typebox'
import { samples } from '../../../test/support/multipart.ts'
import { writes } from '../../kernel/endpoint.ts'
import { input } from '../../kernel/wire.ts'

export const UPLOAD_ROUTE = 'POST /probe/upload'

/** A PNG with zeros after its end. */
export const pngOf = (bytes: number) =>
  Buffer.concat([samples.png, Buffer.alloc(bytes - samples.png.length)])

/** An endpoint that takes files. A request with the field `waits` stays in progress until it is released. */
export function uploadEndpoint() {
  const releases: (() => void)[] = []
  let handledCount = 0
  const endpoint = writes(
    {
      id: 'probe.upload',
      operationId: 'probeUpload',
      route: UPLOAD_ROUTE,
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
      handledCount++
      if (body.waits !== undefined) await new Promise<void>((resolve) => releases.push(resolve))
      return {
        note: body.note ?? '',
        files: files.map(({ formPart, fileName, kind, bytes }) =>
          [formPart, fileName, kind, bytes.length].join(' '),
        ),
      }
    },
  )
  return {
    endpoint,
    /** How many requests the handler has got. */
    handledCount: () => handledCount,
    waitingCount: () => releases.length,
    release: () => {
      for (const release of releases.splice(0)) release()
    },
  }
}
