// The content of Loaded while a query is loading, after it has loaded, and after a failure.

import type { UseQueryResult } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Loaded } from '../src/components/Loaded.tsx'
import { NotFoundError } from '../src/id-in-path.ts'

function htmlOf(query: { data?: string; error?: Error | null }): string {
  const result = { error: null, refetch: () => undefined, ...query } as unknown
  return renderToStaticMarkup(
    createElement(Loaded<string>, {
      label: 'Loading the name',
      query: result as UseQueryResult<string>,
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

  it('keeps the former data, such as a form, beside the error when loading again has failed', () => {
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
