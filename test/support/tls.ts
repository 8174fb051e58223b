// A TLS server on this machine that receives webhooks for a public name, and agents that connect to it.

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { promisify } from 'node:util'

const execFileAsync = promisify(execFile)

type ReceivedRequest = {
  readonly method: string
  readonly url: string
  readonly body: string
  readonly headers: IncomingHttpHeaders
}

export type Receiver = {
  readonly received: ReceivedRequest[]
  /** Replies to the next requests; 200 without headers when none is left. */
  readonly replies: { status: number; headers?: Record<string, string> }[]
  /**
   * Connects to this server for every name that the lookup function of the request accepts. `own-certificate` trusts the
   * certificate of this server; `public-authorities` trusts only those that Node.js trusts, so the connection fails.
   */
  agent(trust: 'own-certificate' | 'public-authorities'): https.Agent
  close(): void
}

/** A receiver with a self-signed certificate for `name`. */
export async function receiverFor(name: string): Promise<Receiver> {
  const { key, cert } = await certificateOf(name)
  const received: ReceivedRequest[] = []
  const replies: Receiver['replies'] = []
  const server = https.createServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      received.push({ method, url, body: Buffer.concat(chunks).toString(), headers })
      const { status, headers: replyHeaders } = replies.shift() ?? { status: 200 }
      response.writeHead(status, replyHeaders).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    replies,
    agent: (trust) => agentTo(port, trust === 'own-certificate' ? cert : undefined),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** An agent that connects to this port for every host. */
function agentTo(port: number, ca: string | undefined): https.Agent {
  const agent = new https.Agent()
  agent.createConnection = (options, connected) => {
    const { lookup, ...rest } = options as tls.ConnectionOptions
    const host = options.host ?? ''
    if (lookup === undefined) throw new Error(`the connection to ${host} has no lookup function`)
    lookup(host, { all: false }, (error) => {
      if (error) return connected?.(error, undefined as never)
      const socket = tls.connect({ ...rest, ...(ca && { ca }), host: '127.0.0.1', port })
      connected?.(null, socket)
    })
    return undefined
  }
  return agent
}

async function certificateOf(name: string): Promise<{ key: string; cert: string }> {
  const dir = await mkdtemp(join(tmpdir(), 'godwit-tls-'))
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')]
  const files = ['-keyout', key, '-out', cert]
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  try {
    await execFileAsync('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      ...files,
      ...subject,
    ])
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
  } finally {
    await rm(dir, { recursive: true })
  }
}
