// A Fastify that answers a constant: what reading a transfer is held against.

import fastify from 'fastify'

const [port, text = ''] = process.argv.slice(2)
const app = fastify()
app.get('/constant', (_request, reply) => reply.type('application/json').send(text))
await app.listen({ host: '127.0.0.1', port: Number(port) })
