// The reason of a failed call in words, for the log of deliveries and for refusals. Addresses and certificates are left out:
// the client has sent only the URL, and the rest may show something about the network of the service.

/** The code of the error when a host name has an address that must not be called. */
export const PRIVATE_ADDRESS = 'PRIVATE_ADDRESS'
const NO_DNS_REPLY = 'no reply from DNS'

/** The words for the error codes of Node.js, its DNS client (c-ares), its HTTP parser and OpenSSL. The first match applies. */
const wordsByCode: readonly (readonly [code: RegExp, words: string])[] = [
  [new RegExp(`^${PRIVATE_ADDRESS}$`), 'private address'],
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^(?:ECONNRESET|EPIPE)$/, 'connection closed without a reply'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'host unreachable'],
  [/^ETIMEDOUT$/, 'timeout'],
  [/^(?:ENOTFOUND|ENODATA)$/, 'unknown host'],
  [/^(?:EAI_AGAIN|ETIMEOUT|ESERVFAIL|EREFUSED)$/, NO_DNS_REPLY],
  [/^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/, 'certificate of another host name'],
  [/^CERT_HAS_EXPIRED$/, 'expired certificate'],
  [/CERT|^UNABLE_TO_VERIFY/, 'untrusted certificate'],
  [/^(?:EPROTO|ERR_SSL_)/, 'TLS failed'],
  [/^HPE_/, 'reply is not HTTP'],
]

/**
 * Returns the words for the code of the error, the code itself when `wordsByCode` has no words for it, or `call failed` for
 * an error without a code. The message of the error is never returned, because it may contain an address.
 */
export function failureReason(error: unknown): string {
  const { code = 'call failed', syscall } = error as { code?: string; syscall?: string }
  // A DNS server, and not the host, has refused the connection.
  if (code === 'ECONNREFUSED' && syscall?.startsWith('query')) return NO_DNS_REPLY
  return wordsByCode.find(([pattern]) => pattern.test(code))?.[1] ?? code
}
