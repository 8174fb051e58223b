import { describe, it } from 'vitest'
import { house } from '../../../test/support/house.ts'
import { ask, read, patch } from './asking.ts'
describe('smoke', () => {
  const h = house()
  it('works', async () => {
    const ann = await h.user()
    const q = await ask(ann)
    process.stdout.write(JSON.stringify(q.body, null, 1))
    const g = await read(ann, q.body.id)
    process.stdout.write(String(g.text === q.text) + g.status)
    const t = performance.now()
    for (let i = 0; i < 200; i++) await ask(ann)
    process.stdout.write(`\n${(performance.now() - t) / 200} ms each\n`)
    const p = await patch(ann, q.body.id, { payOut: 'SWIFT_OUR' })
    process.stdout.write(p.text.slice(0, 300))
    const r = await h.call('GET /v1/rates', { token: ann.token, query: { source: 'EUR', target: 'USD' } })
    process.stdout.write(r.text)
  })
})
