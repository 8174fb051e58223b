// The cache finds replies by the key of their query. Two queries with the same key would get replies of the wrong shape
// from each other, so the first word of a key belongs to one hook.

import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { root } from '../../test/architecture/source.ts'

it('each query key begins with a word that no other query key begins with', async () => {
  const words: string[] = []
  const unnamed: string[] = []
  for await (const file of glob('console/src/**/*.{ts,tsx}', { cwd: root })) {
    const text = readFileSync(`${root}/${file}`, 'utf8')
    // A key that is written several times has a constant.
    for (const [key, word] of text.matchAll(
      /(?:queryKey:|_KEY =(?= \[))\s*(?:\[\s*'([^']+)'|[^,}\n]+)/g,
    ))
      if (word !== undefined) words.push(word)
      else if (!/_KEY ?$/.test(key)) unnamed.push(`${file}: ${key}`)
  }
  expect(words.length).toBeGreaterThan(20)
  expect(words.filter((word, n) => words.indexOf(word) < n)).toEqual([])
  expect(unnamed).toEqual([])
})
