// A proxy in front of a service, which refuses chosen requests or loses their replies.

import { startServer } from '../../test/support/local-servers.ts'

type ProxiedRequest = { readonly method: string; readonly path: string }
/**
 * `overloaded`: the proxy replies 503 and does not send the request on. `lost`: the proxy sends the request on, and closes the
 * connection instead of passing on the reply.
 */
type Fault = 'overloaded' | 'lost'

/** Starts the proxy, which `closeServers` closes. Returns its URL. `faultOf` is called before the proxy sends a request on. */
export function startProxy(
  serviceUrl: string,
  faultOf: (request: ProxiedRequest) => Fault | undefined | Promise<undefined>,
): Promise<string> {
  return startServer(async (request, reply) => {
    const { method = 'GET', url: path = '/', headers } = request
    const body = Buffer.concat((await Array.fromAsync(request)) as Buffer[])
    const fault = await faultOf({ method, path })
    if (fault === 'overloaded') {
      reply.writeHead(503, { 'retry-after': '0' }).end()
      return
    }
    const received = await fetch(serviceUrl + path, {
      method,
      headers: {
        authorization: headers.authorization ?? '',
        ...(body.length > 0 && { 'content-type': 'application/json' }),
      },
      ...(body.length > 0 && { body }),
    })
    const text = await received.text()
    if (fault === 'lost') reply.destroy()
    else reply.writeHead(received.status, { 'content-type': 'application/json' }).end(text)
  })
}
