import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { samples } from '../../../test/support/multipart.ts'
import { testService } from '../../../test/support/service.ts'
import {
  cardStatusOf,
  ordersIssuedCard,
  physical,
} from '../../card-orders/test/card-order-fixtures.ts'
import { requestCardData } from '../../cards/test/card-client.ts'
import { issuesCard } from '../../cards/test/issued-cards.ts'
import { paysByCard, submitsDispute } from '../../disputes/test/disputing.ts'
import { keepsFile } from '../../files/test/kept-files.ts'
import { UsageError } from '../operator/options.ts'
import { commandRunner } from './operator-commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'godwit-operator-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('operator commands for cards, disputes, files and data keys', () => {
  const service = testService()
  const runLine = (line: string) => commandRunner(service)(line)

  it('D86: card-order produced and returned move the order of a physical card, which is blocked in the end', async () => {
    const ann = await service.createUser()
    const { id, cardToken } = await ordersIssuedCard(service, ann, physical)
    const runFor = (verb: string, order = id) =>
      runLine(`card-order ${verb} --profile ${ann.personal} --order ${order}`)
    await expect(runFor('returned')).rejects.toThrow('card-order.status.conflict')
    expect(await runFor('produced')).toEqual([`card order ${id} is PRODUCED`])
    expect(await runFor('returned')).toEqual([`card order ${id} is RETURNED`])
    expect(await cardStatusOf(service, cardToken)).toBe('BLOCKED')
    await expect(runFor('produced', id + 1000)).rejects.toThrow('card-order.not-found')
  })

  it('D61a: data-key rotate adds a version, and data that an earlier version encrypted stays readable', async () => {
    const ann = await service.createUser()
    const card = await issuesCard(service, ann)
    const [line] = await runLine('data-key rotate --purpose cards')
    expect(line).toBe('version 2 of the data key cards was added')
    await service.restart()
    const later = await issuesCard(service, ann)
    for (const { token } of [card, later])
      expect((await requestCardData(ann, 'pin', token)).reply.status).toBe(200)
    const { rows } = await service.db.pool.query<{ version: string }>(
      `select encode(substring(pan from 1 for 2), 'hex') as version from cards where profile_id = $1 order by id`,
      [ann.personal],
    )
    expect(rows.map(({ version }) => version)).toEqual(['0001', '0002'])
    await expect(runLine('data-key rotate --purpose other')).rejects.toThrow(
      'it must be one of cards',
    )
  })

  it('D60: card suspend stops a card; card restore returns the card to its status before the suspension', async () => {
    const ann = await service.createUser()
    for (const type of ['VIRTUAL_NON_UPGRADEABLE', 'PHYSICAL'] as const) {
      const card = await issuesCard(service, ann, { type })
      const options = `--profile ${ann.personal} --card ${card.token}`
      expect(await runLine(`card suspend ${options}`)).toEqual([
        `card ${card.token} is PARTNER_SUSPENDED`,
      ])
      await expect(runLine(`card suspend ${options}`)).rejects.toThrow('card.status.conflict')
      expect(await runLine(`card restore ${options}`)).toEqual([
        `card ${card.token} is ${card.status}`,
      ])
      await expect(runLine(`card restore ${options}`)).rejects.toThrow('card.status.conflict')
      const otherProfile = `--profile ${ann.business} --card ${card.token}`
      await expect(runLine(`card suspend ${otherProfile}`)).rejects.toThrow('has no card')
    }
  })

  it('D63: reveal list prints who saw the data of a card', async () => {
    const ann = await service.createUser()
    const card = await issuesCard(service, ann)
    const options = `--profile ${ann.personal} --card ${card.token}`
    expect(await runLine(`reveal list ${options}`)).toEqual([])
    await requestCardData(ann, 'details', card.token)
    await requestCardData(ann, 'pin', card.token)
    const lines = await runLine(`reveal list ${options}`)
    expect(lines.map((line) => line.split('  ').slice(1).join(' '))).toEqual([
      `PIN user ${ann.userId} personal`,
      `DETAILS user ${ann.userId} personal`,
    ])
  })

  it('D63: reveal list prints the latest 100 entries, and states that older entries are not shown', async () => {
    const ann = await service.createUser()
    const card = await issuesCard(service, ann)
    const reveals = (count: number) =>
      service.db.pool.query(
        `insert into card_reveals (profile_id, card_id, user_id, client_id, shown, revealed_at)
         select profile_id, id, $2, 'personal', 'PIN', now() from cards, generate_series(1, $3) where token = $1`,
        [card.token, ann.userId, count],
      )
    const list = () => runLine(`reveal list --profile ${ann.personal} --card ${card.token}`)
    await reveals(100)
    expect((await list()).at(-1)).toContain('PIN')
    await reveals(1)
    const lines = await list()
    expect(lines).toHaveLength(101)
    expect(lines.at(-1)).toBe('older entries are not shown: these are the latest 100')
  })

  it('D84: dispute move reviews a dispute and refunds a part of the payment', async () => {
    const ann = await service.createUser()
    const paid = await paysByCard(service, ann)
    const { id } = await submitsDispute(ann, paid)
    const line = (to: string) => `dispute move --profile ${ann.personal} --dispute ${id} --to ${to}`
    expect(await runLine(line('in_review'))).toEqual([`dispute ${id} is IN_REVIEW`])
    await runLine(line('ACCEPTED'))
    const refund = line('REFUNDED')
    await expect(runLine(`${refund} --amount 1`)).rejects.toThrow(
      'Set --amount and --currency together',
    )
    await expect(runLine(`${refund} --amount 1 --currency GBP`)).rejects.toThrow(
      'card.currency.mismatch',
    )
    await expect(runLine(`${refund} --amount x --currency EUR`)).rejects.toThrow(
      'card.amount.invalid',
    )
    expect(await runLine(`${refund} --amount 12.50 --currency EUR`)).toEqual([
      `dispute ${id} is REFUNDED`,
    ])
    const { rows } = await service.db.pool.query(
      `select captured_amount::int as minor from card_transactions
        where profile_id = $1 and original_id = $2`,
      [ann.personal, paid],
    )
    expect(rows).toEqual([{ minor: 1250 }])
    await expect(runLine(line('IN_REVIEW'))).rejects.toThrow('wrong_status')
    await expect(runLine(line('WITHDRAWN'))).rejects.toThrow(UsageError)
    const other = `dispute move --profile ${ann.business} --dispute ${id} --to IN_REVIEW`
    await expect(runLine(other)).rejects.toThrow('dispute.not-found')
  })

  it('D48: file show prints the name of a file of the profile; --out writes the content and replaces no file', async () => {
    const ann = await service.createUser()
    const { id } = await keepsFile(service, ann)
    const options = `--profile ${ann.personal} --file ${id}`
    expect(await runLine(`file show ${options}`)).toContain('name      a.png')
    const out = join(folder, 'a.png')
    await runLine(`file show ${options} --out ${out}`)
    expect(readFileSync(out)).toEqual(samples.png)
    expect(statSync(out).mode & 0o777).toBe(0o600)
    await expect(runLine(`file show ${options} --out ${out}`)).rejects.toThrow('EEXIST')
    const otherProfile = `--profile ${ann.business} --file ${id}`
    await expect(runLine(`file show ${otherProfile}`)).rejects.toThrow(`has no file ${id}`)
  })
})
