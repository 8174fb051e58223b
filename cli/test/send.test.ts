// `godwit send` with the answers of a person, of a script, and with wrong ones.

import { PassThrough, Readable } from 'node:stream'
import { createGodwit, type Godwit } from '@godwit/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeServers } from '../../test/support/local-servers.ts'
import { SANDBOX_TOKEN } from '../src/service.ts'
import { runCommand } from './command.ts'
import { startProxy } from './proxy.ts'
import { sandbox } from './sandbox.ts'

describe('godwit send', () => {
  const service = sandbox()
  let godwit: Godwit
  beforeAll(() => {
    godwit = createGodwit({ baseUrl: service.url, token: SANDBOX_TOKEN })
  })
  afterAll(closeServers)
  const send = (lines: readonly string[], ...args: string[]) =>
    runCommand(['send', '--url', service.url, ...args], { stdin: lines.join('\n') })
  const setArgs = (answers: Readonly<Record<string, string>>) =>
    Object.entries(answers).flatMap(([key, value]) => ['--set', `${key}=${value}`])
  const transfersCount = async () => (await godwit.transfers.listTransfers({ query: {} })).length

  const price = { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: '100' }
  const allAnswers = { ...price, recipient: '1', reference: 'Rent', confirm: 'yes' }

  it('asks for a quote, a recipient by its id, and a confirmation, pays, and follows the transfer to its end', async () => {
    const { code, out, err } = await send(['gbp', 'EUR', '100', '1', '', 'yes'])
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^Transfer \d+: outgoing_payment_sent\n$/),
    ])
    expect(err).toMatch(
      /You pay 100 GBP, of which the fee is [\d.]+ GBP; at the rate [\d.]+ the recipient gets [\d.]+ EUR, (?:in|by) /,
    )
    expect(err).toContain('  1  Nora Sample, DE89 3704 0044 0532 0130 00\n')
    expect(err).toContain('Recipient 1 is Nora Sample, DE89 3704 0044 0532 0130 00. Send 100 GBP, ')
    const statuses = [...err.matchAll(/^Transfer \d+: (\S+)$/gm)].map(([, status]) => status)
    expect(statuses).toEqual(['processing', 'funds_converted', 'outgoing_payment_sent'])
  })

  it('takes every answer from --set, and --json prints the transfer', async () => {
    const { code, json } = await send([], '--json', ...setArgs(allAnswers))
    expect(code).toBe(0)
    expect(json()).toMatchObject([
      { status: 'outgoing_payment_sent', targetAccount: 1, details: { reference: 'Rent' } },
    ])
  })

  it('creates a recipient by the form, and asks again for each field that is wrong', async () => {
    const { code, out, err } = await send([
      ...['XXX', 'EUR', 'ten', '0.01', 'GBP', '100'],
      ...['new', 'iban', 'PERSON', '1', 'not an address', '', 'Nora', 'Nora Sample', ''],
      ...['12', 'DE89370400440532013001', 'FR1420041010050500013M02606', 'Rent', 'yes'],
    ])
    expect([code, out]).toEqual([0, expect.stringContaining('outgoing_payment_sent')])
    for (const message of [
      'Send the ISO 4217 code of a supported currency',
      'Send a larger amount: the fee would take the whole amount.',
      'sourceAmount must be a number',
      'Choose one of PRIVATE, BUSINESS.',
      'This is not a valid value of Email',
      'IBAN has 14 to 42 characters.',
      'Please enter a valid IBAN',
      'This is not a valid value of Full name of the account holder. Enter another one.',
    ])
      expect(err).toContain(`  ${message}`)
    const { content } = await godwit.recipients.listRecipients({ query: { currency: 'EUR' } })
    expect(content.some(({ accountSummary }) => accountSummary.startsWith('FR14'))).toBe(true)
  })

  it('offers recipients beyond the first page, and does not take a position in the list for an id', async () => {
    const ids: number[] = []
    for (let n = 10; n < 35; n++) {
      const { id } = await godwit.recipients.createRecipient({
        body: {
          profile: 1,
          currency: 'USD',
          type: 'aba',
          accountHolderName: 'Nora Sample',
          details: {
            legalType: 'PRIVATE',
            abartn: '111000025',
            accountType: 'CHECKING',
            accountNumber: `123456${n}`,
            address: { country: 'US', state: 'NY', city: 'A', postCode: '10025', firstLine: 'B' },
          },
        },
      })
      ids.push(Number(id))
    }
    const typed = await send(
      ['2', String(ids[2])],
      '--json',
      ...setArgs({ ...price, targetCurrency: 'USD', reference: '', confirm: 'yes' }),
    )
    expect(typed.err).toContain(`  Choose one of ${ids[0]}, `)
    expect(typed.json()).toMatchObject([{ targetAccount: ids[2] }])
    for (const recipient of [ids[0], ids.at(-1)]) {
      const answers = { ...allAnswers, targetCurrency: 'USD', recipient: String(recipient) }
      expect((await send([], ...setArgs(answers))).code).toBe(0)
    }
  })

  it('exit code 2 and the message for the field of a wrong --set, and nothing is sent', async () => {
    const before = await transfersCount()
    const account = { type: 'iban', legalType: 'PRIVATE', accountHolderName: 'Nora Sample' }
    const form = { ...account, email: '', BIC: '', IBAN: 'DE89370400440532013001' }
    for (const [answers, message] of [
      [
        { ...allAnswers, targetCurrency: 'XXX' },
        '--set targetCurrency=XXX: Send the ISO 4217 code',
      ],
      [{ ...allAnswers, sourceAmount: '0.01' }, '--set sourceAmount=0.01: Send a larger amount'],
      [{ ...allAnswers, recipient: '999' }, '--set recipient=999: Choose one of 1'],
      [
        { ...allAnswers, recipient: 'new', ...form },
        '--set IBAN=DE89370400440532013001: Please enter a valid IBAN',
      ],
      [{ ...allAnswers, confirm: 'perhaps' }, '--set confirm=perhaps: Choose one of yes, no.'],
    ] as const) {
      const { code, out, err } = await send([], ...setArgs(answers))
      expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)])
    }
    const { code, err } = await send([], '--set', 'nothing')
    expect([code, err]).toEqual([2, expect.stringContaining('write it as key=value')])
    expect(await transfersCount()).toBe(before)
  })

  it('exit code 2 and the key of the question when the input ends, and nothing is sent', async () => {
    const before = await transfersCount()
    const { confirm: _, ...unconfirmed } = allAnswers
    for (const [lines, answers, key] of [
      [[], {}, 'sourceCurrency'],
      [['GBP', 'EUR'], {}, 'sourceAmount'],
      [[''], unconfirmed, 'confirm'],
    ] as const) {
      const { code, out, err } = await send(lines, ...setArgs(answers))
      const message = `The input has ended before ${key}. Answer it with --set ${key}=….`
      expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)])
    }
    expect(await transfersCount()).toBe(before)
  })

  it('exit code 130 for Ctrl-C while a question waits, and nothing is sent', async () => {
    const before = await transfersCount()
    const stop = new AbortController()
    const { code, out, err } = await runCommand(
      ['send', '--url', service.url, ...setArgs({ ...price, recipient: '1', reference: '' })],
      {
        // A person who does not answer.
        stdin: new Readable({ read: () => undefined }),
        signal: stop.signal,
        onPrint: (text) => text.includes('Send 100 GBP') && stop.abort(),
      },
    )
    expect([code, out, err]).toEqual([130, '', expect.stringContaining('Nothing more is sent.')])
    expect(await transfersCount()).toBe(before)
  })

  it('exit code 0 when the confirmation is answered with no, and nothing is sent', async () => {
    const before = await transfersCount()
    const { code, out, err } = await send([], ...setArgs({ ...allAnswers, confirm: 'no' }))
    expect([code, out, err]).toEqual([0, '', expect.stringContaining('Nothing was sent.')])
    expect(await transfersCount()).toBe(before)
  })

  it('exit code 1 when the balance is too low, and how to pay later', async () => {
    const { code, out, err } = await send(
      [],
      ...setArgs({ ...allAnswers, sourceAmount: '1040000' }),
    )
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(
      /is not paid\. Pay for it later: godwit api fundTransfer --set profileId=1 /,
    )
    expect(err).toContain('[balance.insufficient-funds]')
  })

  it('exit code 4 when the reply to the payment is lost, and how to find out whether the transfer is paid', async () => {
    const url = await startProxy(service.url, ({ path }) =>
      path.endsWith('/payments') ? 'lost' : undefined,
    )
    const { code, out, err } = await runCommand(['send', '--url', url, ...setArgs(allAnswers)])
    expect([code, out]).toEqual([4, ''])
    const [, id] =
      /Transfer (\d+) may be paid\. Read its status: godwit api getTransfer /.exec(err) ?? []
    expect(err).not.toContain('is not paid')
    const path = { transferId: Number(id) }
    expect((await godwit.transfers.getTransfer({ path })).status).toBe('processing')
  })

  it('exit code 3 and how to read the status when the service is overloaded after the payment', async () => {
    let isPaid = false
    const url = await startProxy(service.url, ({ path }) => {
      if (isPaid) return 'overloaded'
      isPaid = path.endsWith('/payments')
      return undefined
    })
    const { code, out, err } = await runCommand(['send', '--url', url, ...setArgs(allAnswers)])
    expect([code, out]).toEqual([3, ''])
    const [, id] = /^Transfer (\d+) is created\.$/m.exec(err) ?? []
    expect(err).toContain(
      `Repeating the command would create another transfer. Read the status of transfer ${id}: godwit api getTransfer --set transferId=${id}`,
    )
    expect(err).not.toContain('Repeat the command later')
    const path = { transferId: Number(id) }
    expect((await godwit.transfers.getTransfer({ path })).status).toBe('processing')
  })

  it('exit code 3 and how to pay when the service is overloaded at the payment', async () => {
    const url = await startProxy(service.url, ({ path }) =>
      path.endsWith('/payments') ? 'overloaded' : undefined,
    )
    const { code, out, err } = await runCommand(['send', '--url', url, ...setArgs(allAnswers)])
    expect([code, out]).toEqual([3, ''])
    expect(err).toMatch(/^Transfer \d+ is not paid\. Pay for it later: godwit api fundTransfer /m)
    expect(err).toContain('Repeating the command would create another transfer.')
    expect(err).not.toContain('Repeat the command later')
  })

  it('exit code 3 and advice to repeat the command when the service is overloaded before the transfer', async () => {
    const before = await transfersCount()
    const url = await startProxy(service.url, ({ method, path }) =>
      method === 'POST' && path === '/v1/transfers' ? 'overloaded' : undefined,
    )
    const { code, err } = await runCommand(['send', '--url', url, ...setArgs(allAnswers)])
    expect([code, err]).toEqual([3, expect.stringContaining('Repeat the command later.')])
    expect(await transfersCount()).toBe(before)
  })

  /** The standard input of a terminal: typed text arrives when the question is printed. */
  function terminal(typed: Readonly<Record<string, string>>) {
    const modes: boolean[] = []
    const input = Object.assign(new PassThrough(), {
      isTTY: true,
      setRawMode: (isRaw: boolean) => modes.push(isRaw),
    })
    const questions = new Map(Object.entries(typed))
    const onPrint = (text: string) => {
      for (const [question, answer] of questions)
        if (text.endsWith(question)) {
          questions.delete(question)
          input.write(answer)
        }
    }
    return { input, modes, onPrint }
  }

  describe('for a user with a PIN, whose payment needs an approval', () => {
    beforeAll(async () => {
      await godwit.security.createPin({ body: { pin: '1234' } })
    })

    it('asks for the PIN, and again when it is wrong', async () => {
      const typed = await send(['0000', '1234'], ...setArgs(allAnswers))
      expect([typed.code, typed.out]).toEqual([0, expect.stringContaining('outgoing_payment_sent')])
      expect(typed.err).toContain('PIN: \n  The PIN is wrong. Enter the correct PIN.')
      const scripted = await send([], ...setArgs({ ...allAnswers, pin: '4321' }))
      expect([scripted.code, scripted.err]).toEqual([2, expect.stringContaining('--set pin')])
      expect(scripted.err).not.toContain('4321')
    })

    it('a terminal is in raw mode while the PIN is typed, so it does not show the PIN', async () => {
      const { input, modes, onPrint } = terminal({
        'PIN: ': '0000\r',
        'correct PIN.\nPIN: ': '1234\r',
      })
      const args = ['send', '--url', service.url, ...setArgs(allAnswers)]
      const { code, err } = await runCommand(args, { stdin: input, onPrint })
      expect([code, err]).toEqual([0, expect.stringContaining('outgoing_payment_sent')])
      expect(err).not.toMatch(/0000|1234/)
      // A terminal does not echo in raw mode. The end of each question ends the mode.
      expect(modes).toEqual([true, false, true, false])
    })

    it('exit code 130 for Ctrl-C while a terminal asks for the PIN', async () => {
      const { input, modes, onPrint } = terminal({ 'PIN: ': '\u0003' })
      const args = ['send', '--url', service.url, ...setArgs(allAnswers)]
      const { code, err } = await runCommand(args, { stdin: input, onPrint })
      expect([code, err]).toEqual([130, expect.stringContaining('Interrupted')])
      expect(modes).toEqual([true, false])
    })
  })

  it('leaves a correct ledger', async () => {
    expect(await service.audit()).toEqual([])
  })

  it('exit code 3 without a service', async () => {
    const args = ['send', '--url', 'http://127.0.0.1:2', ...setArgs(allAnswers)]
    expect((await runCommand(args)).code).toBe(3)
  })
})
