// The types of Node.js that `testing.ts` uses. The rest of the SDK runs in browsers, so `@types/node` is not included.

declare module 'node:http' {
  type Request = AsyncIterable<Uint8Array> & {
    readonly method?: string
    readonly headers: Readonly<Record<string, string | string[] | undefined>>
  }
  type Reply = { writeHead(status: number): Reply; end(text?: string): void }
  type Server = {
    listen(port: number, host: string, listening: () => void): void
    on(event: 'error', report: (error: Error) => void): void
    address(): unknown
    close(closed: () => void): void
    closeAllConnections(): void
  }
  export function createServer(handle: (request: Request, reply: Reply) => void): Server
}
