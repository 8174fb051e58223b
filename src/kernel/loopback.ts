/** What the URL standard makes of 127.0.0.1, localhost and ::1 in all their spellings. */
const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '[::1]']

/** Whether the host name of a URL is this machine. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.includes(hostname)
}
