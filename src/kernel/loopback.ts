/** Host names of this machine. The URL standard normalises other spellings, such as `127.1` or `[0:0:0:0:0:0:0:1]`, to these. */
const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '[::1]']

/** Whether the host name of a URL is one of `LOOPBACK`. Other names of this machine, such as `127.0.0.2`, are not accepted. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.includes(hostname)
}
