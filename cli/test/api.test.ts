// `godwit api` against the service, and its exit codes when the service does not reply.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATIONS } from '../../sdk/src/generated/client.ts'
import { closeServers, startServer } from '../../test/support/local-servers.ts'
import { samples } from '../../test/support/multipart.ts'
import type { Person } from '../../test/support/people.ts'
import { testService } from '../../test/support/service.ts'
import { createsTransfer, topsUp } from '../../test/support/transfers.ts'
import type { Env } from '../src/context.ts'
import { operations } from '../src/operations.ts'
import { envOf, runCommand } from './command.ts'

const setArgs = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values).flatMap(([key, value]) => ['--set', `${key}=${value}`])

const quoteWords = ({ personal }: Person) =>
  setArgs({
    profileId: personal,
    sourceCurrency: 'GBP',
    targetCurrency: 'EUR',
    sourceAmount: 100,
  })

describe('godwit api', () => {
  const service = testService()
  let ann: Person
  let env: Env
  let directory: string
  beforeAll(async () => {
    ann = await service.createUser()
    env = await envOf(service, ann.token)
    directory = await mkdtemp(join(tmpdir(), 'godwit-cli-'))
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  it('has every operation of the SDK', () => {
    expect(Object.keys(operations).sort()).toEqual(Object.keys(OPERATIONS).sort())
  })

  it('exits with 0 and prints the reply, indented or, with --json, on one line', async () => {
    const indented = await runCommand(['api', 'createQuote', ...quoteWords(ann)], { env })
    expect([indented.code, indented.err]).toEqual([0, ''])
    expect(JSON.parse(indented.out)).toMatchObject({ sourceAmount: 100 })
    expect(indented.out).toMatch(/^\{\n {2}"/)
    const line = await runCommand(['api', 'createQuote', ...quoteWords(ann), '--json'], { env })
    expect(line.json()).toMatchObject([{ sourceAmount: 100 }])
  })

  it('takes the body from --body, from @file and from standard input', async () => {
    const body = JSON.stringify({ sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: 5 })
    await writeFile(join(directory, 'quote.json'), body)
    for (const word of [body, `@${join(directory, 'quote.json')}`, '-']) {
      const args = ['api', 'createQuote', '--set', `profileId=${ann.personal}`, '--body', word]
      const { code, json } = await runCommand([...args, '--json'], { env, stdin: body })
      expect([code, json()[0]]).toMatchObject([0, { sourceAmount: 5 }])
    }
  })

  it('--all fetches every page, one object per line', async () => {
    await topsUp(ann, 'GBP', 100)
    const createdIds: number[] = []
    for (let n = 0; n < 3; n++) createdIds.push((await createsTransfer(ann)).id)
    const args = ['api', 'listTransfers', '--set', `profile=${ann.personal}`, '--set', 'limit=1']
    const pages = await runCommand([...args, '--all', '--json'], { env })
    expect(
      pages
        .json()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(createdIds.sort())
    const page = await runCommand([...args, '--json'], { env })
    expect(page.json()).toHaveLength(1)
  })

  it('prints texts as they are, and a PDF as bytes', async () => {
    const page = await runCommand(['api', 'getDocsPage'], { env })
    expect([page.code, page.out]).toEqual([0, expect.stringMatching(/^<!doctype html>/i)])
    const balanceId = await topsUp(ann, 'EUR', 1)
    const values = { profileId: ann.personal, balanceId, format: 'pdf', currency: 'EUR' }
    const days = { intervalStart: '2026-01-01', intervalEnd: '2026-01-31' }
    const args = ['api', 'getBalanceStatement', ...setArgs({ ...values, ...days })]
    const pdf = await runCommand(args, { env })
    expect([pdf.code, pdf.err]).toEqual([0, ''])
    expect([pdf.out.slice(0, 5), pdf.out.trimEnd().slice(-5)]).toEqual(['%PDF-', '%%EOF'])
  })

  it('uploads the files that are named', async () => {
    const path = join(directory, 'receipt.png')
    await writeFile(path, samples.png)
    const args = ['api', 'uploadDisputeFile', '--set', `profileId=${ann.personal}`]
    const { code, err } = await runCommand([...args, '--set', `receipt=${path}`], { env })
    expect([code, err]).toEqual([0, ''])
    const { rows } = await service.db.pool.query(
      'select size_bytes::int as "sizeBytes" from uploaded_files where profile_id = $1',
      [ann.personal],
    )
    expect(rows).toEqual([{ sizeBytes: samples.png.length }])
  })

  it('lists all operations when the command line names none', async () => {
    const { code, json } = await runCommand(['api', '--json'], { env })
    expect([code, json().length]).toEqual([0, Object.keys(operations).length])
  })

  it('exit code 1 with code, field and trace id when the service refuses', async () => {
    const wrong = [...quoteWords(ann), '--set', 'payOut=NOWHERE']
    const { code, out, err } = await runCommand(['api', 'createQuote', ...wrong], { env })
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^godwit: payOut: .+ \[.+\] \(status 400, trace [0-9a-f-]{36}\)\n$/)
    const json = await runCommand(['api', 'createQuote', ...wrong, '--json'], { env })
    expect(JSON.parse(json.err)).toMatchObject({
      error: { name: 'InvalidRequest', status: 400, exitCode: 1, reasons: [{ path: 'payOut' }] },
    })
  })

  it("exit code 1 for another user's transfer and for a wrong token", async () => {
    const { id } = await createsTransfer(await service.createUser())
    const args = ['api', 'getTransfer', '--set', `transferId=${id}`]
    const foreign = await runCommand(args, { env })
    expect([foreign.code, foreign.err]).toEqual([1, expect.stringContaining('status 404')])
    const unknown = await runCommand([...args, '--token', 'nobody'], { env })
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('status 401')])
  })

  it.each([
    [['apo'], 'There is no command apo. Similar commands: `api`.'],
    [['api', 'getTransfers'], 'There is no operation getTransfers'],
    [['api', 'transfer'], 'Similar operations: '],
    [['api', 'toString'], 'There is no operation toString'],
    [['api', 'getTransfer'], 'getTransfer needs --set transferId=…'],
    [['api', 'getTransfer', '--colour'], '--colour'],
    [['api', 'getHealth', '--all'], 'getHealth has no pages'],
    [['api', 'createQuote', '--body', '{'], '--body is not JSON'],
    [['api', 'createQuote', '--body', '@/nowhere.json'], '/nowhere.json cannot be read'],
    [['api', 'getHealth', '--url', 'ftp://x'], 'The URL of the service is ftp://x'],
  ])('exits with 2 for %j and prints: %s', async (args, message) => {
    const { code, out, err } = await runCommand(args, { env })
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)])
    const json = await runCommand([...args, '--json'], { env })
    expect(JSON.parse(json.err)).toMatchObject({ error: { exitCode: 2 } })
  })
})

describe('a service that does not reply', () => {
  let url: string
  let requests = 0
  beforeAll(async () => {
    url = await startServer((request) => {
      requests += 1
      request.socket.destroy()
    })
  })
  afterAll(closeServers)

  const cancel = ['api', 'cancelTransfer', '--set', 'transferId=1']

  it.each([
    ['http://127.0.0.1:1', 'bad port'],
    ['http://127.0.0.1:2', 'ECONNREFUSED'],
    // ENOTFOUND or EAI_AGAIN, depending on the resolver of the machine.
    ['http://nowhere.invalid', 'E'],
  ])('exit code 3 when nothing is at %s, for reading and for writing', async (nowhere, reason) => {
    for (const args of [['api', 'getHealth'], cancel]) {
      const { code, err } = await runCommand([...args, '--url', nowhere])
      const advice = `No reply from .*: ${reason}.*\\. Check the URL and the service\\. Start Godwit with`
      expect([code, err]).toEqual([3, expect.stringMatching(new RegExp(advice))])
    }
  })

  it('exit code 3 and advice to repeat the command when the service is overloaded', async () => {
    const overloaded = await startServer((_, reply) => {
      reply.writeHead(503, { 'retry-after': '0' }).end()
    })
    const { code, err } = await runCommand(['api', 'getHealth', '--url', overloaded])
    expect([code, err]).toEqual([
      3,
      expect.stringMatching(/status 503\. Repeat the command later\.$/m),
    ])
    expect(err).not.toContain('godwit start')
  })

  it('exit code 3 when a connection breaks while reading', async () => {
    expect((await runCommand(['api', 'getHealth', '--url', url])).code).toBe(3)
  })

  it('exit code 4 when a connection breaks after a request that changes something, which is not sent again', async () => {
    requests = 0
    const { code, err } = await runCommand([...cancel, '--url', url])
    expect([code, requests]).toEqual([4, 1])
    expect(err).toContain('It is unknown whether cancelTransfer took effect.')
  })

  it('exit code 4 and the key when a request with an idempotency key gets no reply even when it is sent again', async () => {
    requests = 0
    const args = ['api', 'createTransfer', '--body', '{}', '--url', url, '--json']
    const { code, err } = await runCommand(args)
    expect([code, JSON.parse(err).error]).toMatchObject([
      4,
      { name: 'OutcomeUnknown', key: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ])
    expect(requests).toBeGreaterThan(1)
  })
})
