// A program that receives webhooks, for tests.

import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Receiver = { readonly url: string; readonly stop: () => Promise<void> }

export async function startReceiver(handle: RequestListener): Promise<Receiver> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
