import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { house } from '../../../test/support/service.ts'
import type { Reader } from '../../kernel/database/db.ts'
import { decimal, decimalNumber } from '../../kernel/decimal.ts'
import { ecbRates, importRates, midMarketRate, setRates } from '../index.ts'
import { parseEcb } from '../rates/ecb.ts'

const daily = (rates: string, day = '2026-01-02') => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01">
  <gesmes:subject>Reference rates</gesmes:subject>
  <Cube>
    <Cube time='${day}'>
      ${rates}
    </Cube>
  </Cube>
</gesmes:Envelope>`
const usual = daily(`<Cube currency='USD' rate='1.25'/>
      <Cube currency="JPY" rate="150"/>
      <Cube currency='XYZ' rate='3' />`)

describe('the rates of the European Central Bank', () => {
  it('are turned from one euro into one dollar', () => {
    const told = parseEcb(usual).map(({ currency, perUsd, at }) => [
      currency,
      decimalNumber(perUsd),
      at.toString(),
    ])
    expect(told).toEqual([
      ['JPY', 120, '2026-01-02T15:00:00Z'],
      ['XYZ', 2.4, '2026-01-02T15:00:00Z'],
      ['EUR', 0.8, '2026-01-02T15:00:00Z'],
    ])
  })

  it.each([
    ['<html>Not found</html>', 'it is another page'],
    [daily(`<Cube currency='JPY' rate='150'/>`), 'without a dollar nothing follows'],
    [daily(`<Cube currency='USD' rate='0'/>`), 'a rate of zero is none'],
    [daily(`<Cube currency='USD' rate='1.2.3'/>`), 'that is no number'],
    [usual.replace("time='2026-01-02'", ''), 'without a day it is not known from when they hold'],
  ])('are refused when the file is broken: %#, because %s', (xml) => {
    expect(() => parseEcb(xml)).toThrow()
  })
})

describe('rates', () => {
  const h = house()
  const rateNow = async (source: string, target: string) =>
    decimalNumber(await midMarketRate(h.db.reader, source, target, h.now()))

  it('are taken from a file, noted once, and hold from their time on', async () => {
    const path = join(tmpdir(), `ecb-${process.pid}.xml`)
    await writeFile(path, usual)
    const before = await rateNow('EUR', 'GBP')
    expect(await importRates(h.db, ecbRates(path))).toBe(2)
    expect(await importRates(h.db, ecbRates(path))).toBe(0)
    expect(await rateNow('EUR', 'USD')).toBe(1.25)
    expect(await rateNow('EUR', 'JPY')).toBe(150)
    expect(await rateNow('EUR', 'GBP')).not.toBe(before)
  })

  it('are taken from an address, and a page that is missing takes nothing', async () => {
    const server = createServer((request, reply) => {
      reply.statusCode = request.url === '/daily.xml' ? 200 : 404
      reply.end(usual.replace('150', '160').replace('2026-01-02', '2026-01-04'))
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      expect(await importRates(h.db, ecbRates(`${base}/daily.xml`))).toBe(2)
      expect(await rateNow('EUR', 'JPY')).toBe(160)
      await expect(importRates(h.db, ecbRates(`${base}/gone.xml`))).rejects.toThrow('404')
    } finally {
      server.close()
    }
  })

  it('of the future do not hold yet', async () => {
    const point = { currency: 'CHF', perUsd: decimal('3'), source: 'test' }
    const before = await rateNow('USD', 'CHF')
    await h.db.transact((tx) => setRates(tx, { ...point, at: h.now().add({ hours: 1 }) }))
    expect(await rateNow('USD', 'CHF')).toBe(before)
    await h.advance({ hours: 1 })
    expect(await rateNow('USD', 'CHF')).toBe(3)
  })

  it('change within a second when another process notes them', async () => {
    await rateNow('USD', 'SEK')
    await h.db.pool.query(
      `insert into rate_points (currency, at, per_usd, source) values ('SEK', $1, 7, 'other')`,
      [h.now().toString()],
    )
    await h.advance({ seconds: 1 })
    expect(await rateNow('USD', 'SEK')).toBe(7)
  })

  it('are read anew by one of those who ask at once, and not by who began a little earlier', async () => {
    const { reader } = h.db
    let reads = 0
    const counted: Reader = {
      ...reader,
      rows: (...asked) => {
        reads++
        return reader.rows(...asked)
      },
    }
    await rateNow('USD', 'SEK')
    const ask = (at: Temporal.Instant) => midMarketRate(counted, 'USD', 'SEK', at)
    const later = h.now().add({ seconds: 1 })
    await Promise.all(Array.from({ length: 10 }, () => ask(later)))
    await ask(later.subtract({ milliseconds: 5 }))
    expect(reads).toBe(1)
  })

  it.each([
    ['USD', '2', 'the dollar is what all are told in'],
    ['XXX', '2', 'nobody knows it'],
    ['CHF', '0', 'nothing is worth nothing'],
    ['CHF', '-1', 'nothing is worth less'],
  ])('of %s at %s cannot be set, because %s', async (currency, perUsd, _) => {
    const point = { currency, perUsd: decimal(perUsd), at: h.now(), source: 'test' }
    await expect(h.db.transact((tx) => setRates(tx, point))).rejects.toThrow(RangeError)
  })
})
