// What Loaded and PagedTable show while a query is loading, after it has loaded, and after a failure.

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Loaded } from '../src/components/Loaded.tsx'
import { PagedTable } from '../src/components/PagedTable.tsx'
import { NotFoundError } from '../src/id-in-path.ts'

const refetch = async () => undefined

function htmlOf(query: { data?: string; error?: Error }): string {
  return renderToStaticMarkup(
    createElement(Loaded<string>, {
      label: 'Loading the name',
      query: { data: undefined, error: null, refetch, ...query },
      children: (data) => createElement('input', { defaultValue: data }),
    }),
  )
}

describe('Loaded', () => {
  it('shows a sentence before the data are loaded, then the data', () => {
    expect(htmlOf({})).toContain('Loading the name')
    expect(htmlOf({ data: 'Ann' })).toBe('<input value="Ann"/>')
  })

  it('shows the error with a button when nothing was loaded', () => {
    const html = htmlOf({ error: new Error('no connection') })
    expect(html).toContain('no connection')
    expect(html).toContain('Try again')
    expect(html).not.toContain('input')
  })

  it('keeps the former data, such as a form, together with the error when loading again has failed', () => {
    const html = htmlOf({ data: 'Ann', error: new Error('no connection') })
    expect(html).toContain('no connection')
    expect(html).toContain('Try again')
    expect(html).toContain('<input value="Ann"/>')
  })

  it('has no button that loads again when the address of the page names no resource', () => {
    const html = htmlOf({ error: new NotFoundError('Not found: "abc"') })
    expect(html).toContain('Not found')
    expect(html).not.toContain('Try again')
  })
})

describe('PagedTable', () => {
  type Names = UseInfiniteQueryResult<InfiniteData<readonly string[]>>
  const htmlOfPages = (query: object) => {
    const result: unknown = { error: null, refetch, ...query }
    return renderToStaticMarkup(
      createElement(PagedTable<readonly string[], string>, {
        caption: 'Names',
        columns: [{ title: 'Name', cell: (name) => name }],
        empty: 'Nobody',
        label: 'Loading names',
        more: 'Show older names',
        query: result as Names,
        rowKey: (name) => name,
        rowsOf: (page) => page,
      }),
    )
  }

  it('has the rows of all pages, and a button while there is another page', () => {
    const data = { pages: [['Ann'], ['Bea']] }
    const html = htmlOfPages({ data, hasNextPage: true })
    expect(html).toMatch(/Ann.*Bea.*Show older names/)
    expect(htmlOfPages({ data, hasNextPage: false })).not.toContain('Show older names')
  })

  it('keeps the rows of the former pages together with the error when the next page has failed', () => {
    const data = { pages: [['Ann']] }
    const html = htmlOfPages({ data, error: new Error('no connection'), hasNextPage: true })
    expect(html).toMatch(/no connection.*Try again.*Ann.*Show older names/)
  })
})
