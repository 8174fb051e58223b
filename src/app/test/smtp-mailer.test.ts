import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { smtpMailer } from '../outside/smtp-mailer.ts'

type ReceivedMail = { from: string; to: string[]; text: string }

/** A mail server on this machine that accepts one password and refuses addresses at nowhere.example. */
function mailServer(received: ReceivedMail[]): SMTPServer {
  return new SMTPServer({
    // TLS is not advertised, but a client that requires it gets it.
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'ann' }) : done(new Error('wrong password')),
    onRcptTo: ({ address }, _session, done) =>
      done(address.endsWith('nowhere.example') ? new Error('unknown recipient') : null),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope
        const from = mailFrom === false ? '' : mailFrom.address
        const to = rcptTo.map(({ address }) => address)
        received.push({ from, to, text: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
}

describe('the mailer of live mode', () => {
  const received: ReceivedMail[] = []
  const server = mailServer(received)
  let port: number
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '0.0.0.0', listening))
    port = (server.server.address() as AddressInfo).port
  })
  afterAll(() => new Promise<void>((closed) => server.close(closed)))
  beforeEach(() => {
    received.length = 0
  })

  const mail = { to: 'nora@example.com', subject: 'Ann sends you 10.00 EUR', text: 'Dear Nora,\n' }
  async function send(host: string, sent = mail): Promise<void> {
    const mailer = smtpMailer({ url: `smtp://${host}:${port}`, from: 'pay@example.org' })
    try {
      await mailer.send(sent, Temporal.Instant.fromEpochMilliseconds(0))
    } finally {
      mailer.close()
    }
  }

  it('sends to the recipient, from GODWIT_MAIL_FROM', async () => {
    await send('127.0.0.1')
    expect(received).toMatchObject([{ from: 'pay@example.org', to: ['nora@example.com'] }])
    expect(received[0]?.text).toContain('Subject: Ann sends you 10.00 EUR')
    expect(received[0]?.text).toContain('Dear Nora,')
  })

  it('authenticates with the password in the URL, and fails when it is wrong', async () => {
    await send('ann:right@127.0.0.1')
    await expect(send('ann:wrong@127.0.0.1')).rejects.toThrow('Invalid login')
    expect(received.length).toBe(1)
  })

  it('throws when the server refuses the recipient, so that the caller retries', async () => {
    const unknown = { ...mail, to: 'nora@nowhere.example' }
    await expect(send('127.0.0.1', unknown)).rejects.toThrow('unknown recipient')
    expect(received).toEqual([])
  })

  it('does not send to a second address in the recipient field', async () => {
    const two = { ...mail, to: 'nora@example.com, eve@example.com' }
    await send('127.0.0.1', two).catch(() => undefined)
    expect(received.flatMap(({ to }) => to)).not.toContain('eve@example.com')
  })

  it('throws for another machine without a valid certificate, even if that machine accepts mail without TLS', async () => {
    await expect(send('127.0.0.2')).rejects.toThrow(/certificate/)
    expect(received).toEqual([])
  })
})
