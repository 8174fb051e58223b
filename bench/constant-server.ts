// A Fastify that answers a constant: what reading a transfer is held against. It tells its port.

import type { AddressInfo } from 'node:net'
import fastify from 'fastify'

const [text = ''] = process.argv.slice(2)
const app = fastify()
app.get('/constant', (_request, reply) => reply.type('application/json').send(text))
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as AddressInfo).port)
