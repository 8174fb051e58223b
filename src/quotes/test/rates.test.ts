import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { closeServers, startServer } from '../../../test/support/local-servers.ts'
import { testService } from '../../../test/support/service.ts'
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
const dailyFile = daily(`<Cube currency='USD' rate='1.25'/>
      <Cube currency="JPY" rate="150"/>
      <Cube currency='XYZ' rate='3' />`)

describe('parseEcb', () => {
  it('converts rates of one euro to rates of one dollar', () => {
    const points = parseEcb(dailyFile).map(({ currency, perUsd, at }) => [
      currency,
      decimalNumber(perUsd),
      at.toString(),
    ])
    expect(points).toEqual([
      ['JPY', 120, '2026-01-02T15:00:00Z'],
      ['XYZ', 2.4, '2026-01-02T15:00:00Z'],
      ['EUR', 0.8, '2026-01-02T15:00:00Z'],
    ])
  })

  it.each([
    ['is not the daily file', 'the file is another page', '<html>Not found</html>'],
    [
      'is not the daily file',
      'without a dollar rate nothing can be converted',
      daily(`<Cube currency='JPY' rate='150'/>`),
    ],
    [
      'USD is not a positive number: 0',
      'a rate must be positive',
      daily(`<Cube currency='USD' rate='0'/>`),
    ],
    [
      'USD is not a positive number: 1.2.3',
      'the rate is not a number',
      daily(`<Cube currency='USD' rate='1.2.3'/>`),
    ],
    [
      'is not the daily file',
      'without a day the rates have no time to apply from',
      dailyFile.replace("time='2026-01-02'", ''),
    ],
  ])('throws "%s", because %s', (message, _because, xml) => {
    expect(() => parseEcb(xml)).toThrow(message)
  })
})

describe('recorded rates', () => {
  const service = testService()
  afterAll(closeServers)
  const rateNow = async (source: string, target: string) =>
    decimalNumber(await midMarketRate(service.db.reader, source, target, service.now()))

  it('importRates reads a file, records the rate of each known currency once, and skips unknown currencies', async () => {
    const path = join(tmpdir(), `ecb-${process.pid}.xml`)
    await writeFile(path, dailyFile)
    const before = await rateNow('EUR', 'GBP')
    expect(await importRates(service.db, ecbRates(path))).toBe(2)
    expect(await importRates(service.db, ecbRates(path))).toBe(0)
    expect(await rateNow('EUR', 'USD')).toBe(1.25)
    expect(await rateNow('EUR', 'JPY')).toBe(150)
    expect(await rateNow('EUR', 'GBP')).not.toBe(before)
  })

  it('importRates reads a URL, and rejects when the reply is 404', async () => {
    const base = await startServer((request, reply) => {
      reply.statusCode = request.url === '/daily.xml' ? 200 : 404
      reply.end(dailyFile.replace('150', '160').replace('2026-01-02', '2026-01-04'))
    })
    expect(await importRates(service.db, ecbRates(`${base}/daily.xml`))).toBe(2)
    expect(await rateNow('EUR', 'JPY')).toBe(160)
    await expect(importRates(service.db, ecbRates(`${base}/gone.xml`))).rejects.toThrow('404')
  })

  it('apply only from their time on', async () => {
    const point = { currency: 'CHF', perUsd: decimal('3'), source: 'test' }
    const before = await rateNow('USD', 'CHF')
    await service.db.transact((tx) =>
      setRates(tx, { ...point, at: service.now().add({ hours: 1 }) }),
    )
    expect(await rateNow('USD', 'CHF')).toBe(before)
    await service.advance({ hours: 1 })
    expect(await rateNow('USD', 'CHF')).toBe(3)
  })

  it('change within a second when another process records them', async () => {
    await rateNow('USD', 'SEK')
    await service.db.pool.query(
      `insert into rate_points (currency, at, per_usd, source) values ('SEK', $1, 7, 'other')`,
      [service.now().toString()],
    )
    await service.advance({ seconds: 1 })
    expect(await rateNow('USD', 'SEK')).toBe(7)
  })

  it('are read once for concurrent requests, and not again for a request that began a little earlier', async () => {
    const { reader } = service.db
    let reads = 0
    const counted: Reader = {
      ...reader,
      rows: (...args) => {
        reads++
        return reader.rows(...args)
      },
    }
    await rateNow('USD', 'SEK')
    const rateAt = (at: Temporal.Instant) => midMarketRate(counted, 'USD', 'SEK', at)
    const later = service.now().add({ seconds: 1 })
    await Promise.all(Array.from({ length: 10 }, () => rateAt(later)))
    await rateAt(later.subtract({ milliseconds: 5 }))
    expect(reads).toBe(1)
  })

  it.each([
    ['USD', '2', 'rates are recorded against the dollar'],
    ['XXX', '2', 'the currency is unknown'],
    ['CHF', '0', 'a rate must be positive'],
    ['CHF', '-1', 'a rate must be positive'],
  ])('setRates throws for %s at %s, because %s', async (currency, perUsd, _) => {
    const point = { currency, perUsd: decimal(perUsd), at: service.now(), source: 'test' }
    await expect(service.db.transact((tx) => setRates(tx, point))).rejects.toThrow(RangeError)
  })
})
