// `measure.ts` starts this process: a Fastify server with one route that returns the text in its first argument. Reads of a transfer
// are compared with reads of this route. The process sends its port to its parent.

import type { AddressInfo } from 'node:net'
import fastify from 'fastify'

const [text = ''] = process.argv.slice(2)
const app = fastify()
app.get('/constant', (_request, reply) => reply.type('application/json').send(text))
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as AddressInfo).port)
