// The webhooks module contains the public catalogue of events, and other modules declare the events. This test keeps the
// catalogue equal to the declarations.

import { describe, expect, it } from 'vitest'
import { eventKinds } from '../../src/app/declarations.ts'
import type { EventKind } from '../../src/kernel/events.ts'
import { catalogue } from '../../src/webhooks/index.ts'

type Row = Pick<EventKind, 'name' | 'versions' | 'scopes' | 'summary'>

function differences(kinds: readonly Row[]): string[] {
  return kinds.flatMap(({ name, versions, scopes, summary }) => {
    const row: Omit<Row, 'name'> | undefined = catalogue[name as keyof typeof catalogue]
    if (row === undefined) return [`${name} is not in the catalogue`]
    const wrong: string[] = []
    if (row.versions.join() !== versions.join()) wrong.push(`${name}: versions ${versions.join()}`)
    if ([...row.scopes].sort().join() !== [...scopes].sort().join())
      wrong.push(`${name}: scopes ${scopes.join()}`)
    if (row.summary !== summary) wrong.push(`${name}: summary ${summary}`)
    return wrong
  })
}

describe('the catalogue of events', () => {
  it('has every declared event with the same versions, scopes and summary', () => {
    expect(eventKinds.length).toBeGreaterThan(0)
    expect(differences(eventKinds)).toEqual([])
  })

  it('D98: contains only events that a module declares', () => {
    const declared = new Set<string>(eventKinds.map(({ name }) => name))
    expect(Object.keys(catalogue).filter((name) => !declared.has(name))).toEqual([])
  })

  it('has one declaration for each event', () => {
    const names = eventKinds.map(({ name }) => name)
    expect(names.length).toBe(new Set(names).size)
  })

  it('reports a missing event, a wrong version, a wrong scope and another summary', () => {
    const stray: Row[] = [
      { name: 'birds#landed', versions: ['1.0.0'], scopes: ['profile'], summary: 'A bird landed.' },
      {
        name: 'balances#credit',
        versions: ['9.0.0'],
        scopes: ['application'],
        summary: 'A bird left.',
      },
    ]
    expect(differences(stray)).toEqual([
      'birds#landed is not in the catalogue',
      'balances#credit: versions 9.0.0',
      'balances#credit: scopes application',
      'balances#credit: summary A bird left.',
    ])
  })
})
