// Sends files to the check that the operator has configured (D48). The operator chooses the address of the check, so a
// private address is allowed.

import type { FileCheck, FileVerdict } from '../../files/index.ts'
import { mediaTypes } from '../../kernel/uploads.ts'

/** The longest time that an upload waits for the check. `docs/configuration.md` states this limit. */
const CHECK_MS_MAX = 10_000
/** The status with which the check rejects a file. */
const REJECTED = 422

/**
 * Posts the bytes. 2xx accepts the file, and 422 rejects it. Any other reply, a redirect included, or a reply that does not
 * arrive within `msMax` means that the file was not checked.
 */
export function fileCheckAt(url: string, msMax = CHECK_MS_MAX): FileCheck {
  return async ({ bytes, kind, sha256 }): Promise<FileVerdict> => {
    try {
      const reply = await fetch(url, {
        method: 'POST',
        body: new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength),
        headers: { 'content-type': mediaTypes[kind], 'x-godwit-sha256': sha256 },
        redirect: 'manual',
        signal: AbortSignal.timeout(msMax),
      })
      await reply.body?.cancel()
      if (reply.ok) return 'accepted'
      return reply.status === REJECTED ? 'rejected' : 'unavailable'
    } catch {
      return 'unavailable'
    }
  }
}
