// A bare Fastify that replies with a constant, the baseline of reading a transfer. It sends its port to the parent.

import type { AddressInfo } from 'node:net'
import fastify from 'fastify'

const [text = ''] = process.argv.slice(2)
const app = fastify()
app.get('/constant', (_request, reply) => reply.type('application/json').send(text))
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as AddressInfo).port)
