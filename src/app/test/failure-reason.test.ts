import { expect, it } from 'vitest'
import { failureReason, PRIVATE_ADDRESS } from '../outside/failure-reason.ts'

const failures = [
  [{ code: 'ECONNREFUSED', syscall: 'connect', address: '10.0.0.7' }, 'connection refused'],
  [{ code: 'ECONNREFUSED', syscall: 'queryA' }, 'no reply from DNS'],
  [{ code: 'ETIMEOUT', syscall: 'queryA' }, 'no reply from DNS'],
  [{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'unknown host'],
  [{ code: 'ENODATA', syscall: 'queryA' }, 'unknown host'],
  [{ code: 'ECONNRESET' }, 'connection closed without a reply'],
  [{ code: 'EHOSTUNREACH', address: '10.0.0.7' }, 'host unreachable'],
  [{ code: 'ETIMEDOUT' }, 'timeout'],
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'certificate of another host name'],
  [{ code: 'CERT_HAS_EXPIRED' }, 'expired certificate'],
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'untrusted certificate'],
  [{ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, 'untrusted certificate'],
  [{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'TLS failed'],
  [{ code: 'HPE_INVALID_CONSTANT' }, 'reply is not HTTP'],
  [{ code: 'EMFILE' }, 'EMFILE'],
  [{ code: PRIVATE_ADDRESS }, 'private address'],
  [{}, 'call failed'],
] as const

it.each(failures)('gap 1480: the reason of a call that failed with %j is %j', (fields, reason) => {
  const error = Object.assign(new Error('connect 10.0.0.7 failed'), fields)
  expect(failureReason(error)).toBe(reason)
})
