/** The host names to which the URL standard normalises all spellings of loopback addresses. */
const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '[::1]']

/** Whether the host name of a URL means this machine. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.includes(hostname)
}
