// The real outside: HTTP that never throws for what the other side does, and never follows a
// redirect.

import type { HttpFailure, HttpReply, Outside } from '../kernel/outside.ts'

export const postOutside: Outside['post'] = async ({ url, body, headers, timeoutMs }) => {
  const started = performance.now()
  const elapsedMs = () => Math.round(performance.now() - started)
  try {
    const reply = await fetch(url, {
      method: 'POST',
      body,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await reply.body?.cancel()
    return {
      status: reply.status,
      headers: Object.fromEntries(reply.headers),
      elapsedMs: elapsedMs(),
    } satisfies HttpReply
  } catch (error) {
    return { failed: reasonOf(error), elapsedMs: elapsedMs() } satisfies HttpFailure
  }
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string } }
  if (name === 'TimeoutError') return 'timeout'
  return cause?.code ?? message
}
