import Type from 'typebox'
import { writes } from '../../kernel/endpoint.ts'
import { input } from '../../kernel/wire.ts'

export const UPLOAD_ROUTE = 'POST /probe/upload'

/** An endpoint that takes files. A request with the field `waits` stays in progress until it is released. */
export function uploadEndpoint() {
  const releases: (() => void)[] = []
  let handled = 0
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
      handled++
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
    /** The requests that the handler has got. */
    handled: () => handled,
    waiting: () => releases.length,
    release: () => {
      for (const release of releases.splice(0)) release()
    },
  }
}
