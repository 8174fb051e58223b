import { createSocket as createDatagramSocket } from 'node:dgram'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, createServer as createSocketServer } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { createOutside, isPublic, publicOnly, resolverOf } from '../outside/outside.ts'

const closing: (() => void)[] = []
afterAll(() => {
  for (const close of closing) close()
})

async function receiver(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const post = {
  body: '{"a":"ü"}',
  headers: { 'content-type': 'application/json' },
  timeoutMs: 10_000,
}
const { post: postInSandbox } = createOutside({ mode: 'sandbox' })

describe('posting to the outside', () => {
  it('returns status and headers, and sends the exact bytes', async () => {
    const got: string[] = []
    const url = await receiver((request, response) => {
      request.on('data', (chunk: Buffer) => got.push(chunk.toString()))
      request.on('end', () => response.writeHead(503, { 'retry-after': '7' }).end('later'))
    })
    const answer = await postInSandbox({ ...post, url })
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '7' } })
    expect(got.join('')).toBe(post.body)
  })

  it('never follows a redirect', async () => {
    const visits: string[] = []
    const url = await receiver((request, response) => {
      visits.push(request.url ?? '')
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect(await postInSandbox({ ...post, url: `${url}/hook` })).toMatchObject({ status: 307 })
    expect(visits).toEqual(['/hook'])
  })

  it('D118: waits for the end of an answer until the timeout', async () => {
    const url = await receiver((_request, response) => {
      response.writeHead(200).write('and so on')
    })
    const answer = await postInSandbox({ ...post, url, timeoutMs: 300 })
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.elapsedMs).toBeGreaterThanOrEqual(290)
  })

  it('D118: keeps a bounded number of idle connections, whatever the number of hosts', async () => {
    const { post: postFew } = createOutside({ mode: 'sandbox', idleSocketsMax: 2 })
    const open = new Set<unknown>()
    const urls = await Promise.all(
      Array.from({ length: 5 }, () =>
        receiver((request, response) => {
          open.add(request.socket)
          request.socket.once('close', () => open.delete(request.socket))
          response.end('ok')
        }),
      ),
    )
    for (const url of urls) expect(await postFew({ ...post, url })).toMatchObject({ status: 200 })
    await expect.poll(() => open.size).toBe(2)
  })

  it('D118: fails when the DNS server of a name does not answer', async () => {
    const silent = createDatagramSocket('udp4')
    await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve))
    closing.push(() => silent.close())
    const resolve = resolverOf([`127.0.0.1:${silent.address().port}`])
    const { post: postLive } = createOutside({ mode: 'live', resolve })
    const answer = await postLive({ ...post, url: 'https://slow.example/' })
    expect(answer).toMatchObject({ failed: 'ETIMEOUT' })
  })

  it('reuses a connection', async () => {
    const ports = new Set<number | undefined>()
    const url = await receiver((request, response) => {
      ports.add(request.socket.remotePort)
      response.end('ok')
    })
    for (let i = 0; i < 3; i++) {
      await postInSandbox({ ...post, url })
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    expect(ports.size).toBe(1)
  })

  it('opens a new connection when the reused one was closed by the receiver', async () => {
    let requests = 0
    const server = createSocketServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', () => {
        requests += 1
        if (requests === 2) socket.resetAndDestroy()
        else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await postInSandbox({ ...post, url })).toMatchObject({ status: 200 })
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(await postInSandbox({ ...post, url })).toMatchObject({ status: 200 })
    expect(requests).toBe(3)
  })

  it('fails with timeout when no answer comes in time', async () => {
    const url = await receiver(() => undefined)
    const answer = await postInSandbox({ ...post, url, timeoutMs: 50 })
    expect(answer).toMatchObject({ failed: 'timeout' })
  })

  it('returns a failure when no server listens or the URL is invalid', async () => {
    const deaf = await postInSandbox({ ...post, url: 'http://127.0.0.1:1/' })
    expect(deaf).toMatchObject({ failed: 'ECONNREFUSED' })
    expect(await postInSandbox({ ...post, url: 'nonsense' })).toHaveProperty('failed')
  })

  it('returns when an answer never ends', async () => {
    const url = await receiver((_, response) => {
      response.writeHead(200)
      const more = setInterval(() => response.write('x'.repeat(50_000)), 1)
      response.on('close', () => clearInterval(more))
    })
    expect(await postInSandbox({ ...post, url })).toMatchObject({ status: 200 })
  })
})

describe('in live mode', () => {
  const rows = [
    ['93.184.216.34', true, 'an ordinary address'],
    ['2606:2800:220:1::1', true, 'an ordinary IPv6 address'],
    ['127.0.0.1', false, 'this machine'],
    ['::1', false, 'this machine'],
    ['10.1.2.3', false, 'a private network'],
    ['172.16.0.1', false, 'a private network'],
    ['192.168.1.1', false, 'a private network'],
    ['100.64.0.1', false, 'a carrier network'],
    ['169.254.169.254', false, 'the metadata of a cloud'],
    ['0.0.0.0', false, 'no address'],
    ['224.0.0.1', false, 'multicast'],
    ['255.255.255.255', false, 'broadcast'],
    ['fd00::1', false, 'a private network'],
    ['fe80::1', false, 'this link'],
    ['::ffff:10.0.0.1', false, 'a private IPv4 address inside'],
    ['::ffff:93.184.216.34', true, 'a public IPv4 address inside'],
    ['64:ff9b::a00:1', false, 'a translation to a private address'],
    ['2002:a00:1::', false, 'a tunnel to a private address'],
    ['::a00:1', false, 'an old way to write a private IPv4 address'],
    ['4000::1', false, 'not assigned'],
    ['fec0::1', false, 'an old private network'],
    ['not an address', false, 'nothing'],
  ] as const
  it.each(rows)('%s is public: %s (%s)', (address, is) => {
    expect(isPublic(address)).toBe(is)
  })

  it('refuses a name that has one private address among public ones, before connecting', async () => {
    const { post: postLive } = createOutside({
      mode: 'live',
      resolve: async () => ['93.184.216.34', '10.0.0.1'],
    })
    const answer = await postLive({ ...post, url: 'https://two-faced.example/hook' })
    expect(answer).toMatchObject({ failed: 'private address' })
  })

  it('refuses a name that resolves to this machine', async () => {
    const resolve = async () => ['127.0.0.1', '::1']
    const { post: postLive } = createOutside({ mode: 'live', resolve })
    const answer = await postLive({ ...post, url: 'https://localhost/hook' })
    expect(answer).toMatchObject({ failed: 'private address' })
  })

  it.each(['http://a.example/', 'https://93.184.216.34/', 'https://a.example:8443/'])(
    'refuses %s without resolving its host name',
    async (url) => {
      let lookups = 0
      const resolve = async () => {
        lookups += 1
        return ['93.184.216.34']
      }
      const { post: postLive } = createOutside({ mode: 'live', resolve })
      expect(await postLive({ ...post, url })).toHaveProperty('failed')
      expect(lookups).toBe(0)
    },
  )

  it('connects to the checked address, and resolves the name only one time', async () => {
    let lookups = 0
    const lookup = publicOnly(async () => {
      lookups += 1
      return lookups === 1 ? ['192.0.43.8'] : ['127.0.0.1']
    })
    const socket = connect({ host: 'changing.example', port: 9, lookup, autoSelectFamily: false })
    socket.on('error', () => undefined)
    const found = await new Promise((resolve) =>
      socket.once('lookup', (error, address, family) => resolve({ error, address, family })),
    )
    socket.destroy()
    expect(found).toEqual({ error: null, address: '192.0.43.8', family: 4 })
    expect(lookups).toBe(1)
  })
})
