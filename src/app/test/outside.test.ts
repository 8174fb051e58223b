import { createSocket as createDatagramSocket } from 'node:dgram'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, createServer as createSocketServer } from 'node:net'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { closeServers, startServer } from '../../../test/support/local-servers.ts'
import { createOutside, isPublic, publicLookup, resolverOf } from '../outside/outside.ts'

const closing: (() => void)[] = []
afterAll(() => {
  vi.restoreAllMocks()
  closeServers()
  for (const close of closing) close()
})

const post = {
  body: '{"a":"ü"}',
  headers: { 'content-type': 'application/json' },
  timeoutMs: 10_000,
}
const { post: postInSandbox } = createOutside({ mode: 'sandbox' })

/** Returns an `Outside` whose `post` resolves when the reply has arrived and the connection can be reused. */
function createReusingOutside() {
  const keepSocketAlive = vi.spyOn(http.Agent.prototype, 'keepSocketAlive')
  const outside = createOutside({ mode: 'sandbox' })
  return {
    post: async (url: string) => {
      const before = keepSocketAlive.mock.calls.length
      const reply = await outside.post({ ...post, url })
      await vi.waitFor(() => expect(keepSocketAlive.mock.calls.length).toBeGreaterThan(before), {
        interval: 1,
      })
      return reply
    },
  }
}

describe('an outgoing POST', () => {
  it('sends the exact bytes, and returns status and headers', async () => {
    const received: string[] = []
    const url = await startServer((request, response) => {
      request.on('data', (chunk: Buffer) => received.push(chunk.toString()))
      request.on('end', () => response.writeHead(503, { 'retry-after': '7' }).end('later'))
    })
    const reply = await postInSandbox({ ...post, url })
    expect(reply).toMatchObject({ status: 503, headers: { 'retry-after': '7' } })
    expect(received.join('')).toBe(post.body)
  })

  it('returns a redirect without following it', async () => {
    const paths: string[] = []
    const url = await startServer((request, response) => {
      paths.push(request.url ?? '')
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect(await postInSandbox({ ...post, url: `${url}/hook` })).toMatchObject({ status: 307 })
    expect(paths).toEqual(['/hook'])
  })

  it('D118: waits for the end of a reply until the timeout, then returns its status', async () => {
    const url = await startServer((_request, response) => {
      response.writeHead(200).write('and so on')
    })
    const reply = await postInSandbox({ ...post, url, timeoutMs: 300 })
    expect(reply).toMatchObject({ status: 200 })
    expect(reply.elapsedMs).toBeGreaterThanOrEqual(290)
  })

  it('D118: keeps at most idleSocketsMax idle connections to all http hosts together', async () => {
    const { post: postFew } = createOutside({ mode: 'sandbox', idleSocketsMax: 2 })
    const open = new Set<unknown>()
    const urls = await Promise.all(
      Array.from({ length: 5 }, () =>
        startServer((request, response) => {
          open.add(request.socket)
          request.socket.once('close', () => open.delete(request.socket))
          response.end('ok')
        }),
      ),
    )
    for (const url of urls) expect(await postFew({ ...post, url })).toMatchObject({ status: 200 })
    await expect.poll(() => open.size).toBe(2)
  })

  it('D118: fails with no reply from DNS when the DNS server does not answer', async () => {
    const silent = createDatagramSocket('udp4')
    await new Promise<void>((bound) => silent.bind(0, '127.0.0.1', bound))
    closing.push(() => silent.close())
    const resolve = resolverOf([`127.0.0.1:${silent.address().port}`])
    const { post: postLive } = createOutside({ mode: 'live', resolve })
    const reply = await postLive({ ...post, url: 'https://slow.example/' })
    expect(reply).toMatchObject({ failed: 'no reply from DNS' })
  })

  it('reuses the connection of an earlier request', async () => {
    const ports = new Set<number | undefined>()
    const url = await startServer((request, response) => {
      ports.add(request.socket.remotePort)
      response.end('ok')
    })
    const { post: postAndKeep } = createReusingOutside()
    for (let i = 0; i < 3; i++) await postAndKeep(url)
    expect(ports.size).toBe(1)
  })

  it('retries on a new connection when the receiver closed the reused one', async () => {
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
    const { post: postAndKeep } = createReusingOutside()
    expect(await postAndKeep(url)).toMatchObject({ status: 200 })
    expect(await postAndKeep(url)).toMatchObject({ status: 200 })
    expect(requests).toBe(3)
  })

  it('fails with timeout when no reply arrives in time', async () => {
    const url = await startServer(() => undefined)
    const reply = await postInSandbox({ ...post, url, timeoutMs: 50 })
    expect(reply).toMatchObject({ failed: 'timeout' })
  })

  it('fails with connection refused when no server listens, and fails for an invalid URL', async () => {
    const refused = await postInSandbox({ ...post, url: 'http://127.0.0.1:1/' })
    expect(refused).toMatchObject({ failed: 'connection refused' })
    expect(await postInSandbox({ ...post, url: 'nonsense' })).toHaveProperty('failed')
  })

  it('stops reading a reply that never ends, and returns its status', async () => {
    const url = await startServer((_, response) => {
      response.writeHead(200)
      const writing = setInterval(() => response.write('x'.repeat(50_000)), 1)
      response.on('close', () => clearInterval(writing))
    })
    const reply = await postInSandbox({ ...post, url })
    expect(reply).toMatchObject({ status: 200 })
    // At the timeout the status would be returned as well.
    expect(reply.elapsedMs).toBeLessThan(post.timeoutMs / 2)
  })
})

describe('an outgoing POST in live mode', () => {
  const addresses = [
    ['93.184.216.34', true, 'an ordinary IPv4 address'],
    ['2606:2800:220:1::1', true, 'an ordinary IPv6 address'],
    ['127.0.0.1', false, 'that of this machine'],
    ['::1', false, 'that of this machine'],
    ['10.1.2.3', false, 'in a private network'],
    ['172.16.0.1', false, 'in a private network'],
    ['192.168.1.1', false, 'in a private network'],
    ['100.64.0.1', false, 'in the shared address space of carriers'],
    ['169.254.169.254', false, 'link-local, and often the metadata service of a cloud'],
    ['0.0.0.0', false, 'the unspecified address'],
    ['224.0.0.1', false, 'a multicast address'],
    ['255.255.255.255', false, 'the broadcast address'],
    ['fd00::1', false, 'in a private network'],
    ['fe80::1', false, 'link-local'],
    ['::ffff:10.0.0.1', false, 'a private IPv4 address mapped to IPv6'],
    ['::ffff:93.184.216.34', true, 'a public IPv4 address mapped to IPv6'],
    ['64:ff9b::a00:1', false, 'translated to a private address (NAT64)'],
    ['2002:a00:1::', false, 'a tunnel to a private address (6to4)'],
    ['::a00:1', false, 'a private IPv4 address in deprecated notation'],
    ['4000::1', false, 'outside of the assigned range'],
    ['fec0::1', false, 'in a deprecated private network'],
    ['not an address', false, 'malformed'],
  ] as const
  it.each(addresses)('isPublic(%j) is %s, because the address is %s', (address, expected) => {
    expect(isPublic(address)).toBe(expected)
  })

  it('fails before connecting when one of the addresses of a name is private', async () => {
    const { post: postLive } = createOutside({
      mode: 'live',
      resolve: async () => ['93.184.216.34', '10.0.0.1'],
    })
    const reply = await postLive({ ...post, url: 'https://two-faced.example/hook' })
    expect(reply).toMatchObject({ failed: 'private address' })
  })

  it('fails when a name resolves to a loopback address', async () => {
    const resolve = async () => ['127.0.0.1', '::1']
    const { post: postLive } = createOutside({ mode: 'live', resolve })
    const reply = await postLive({ ...post, url: 'https://localhost/hook' })
    expect(reply).toMatchObject({ failed: 'private address' })
  })

  it.each(['http://a.example/', 'https://93.184.216.34/', 'https://a.example:8443/'])(
    'fails for %s without resolving its host name',
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

  it('connects to the address that was checked, without resolving the name again', async () => {
    let lookups = 0
    const lookup = publicLookup(async () => {
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
