import { describe, expect, it } from 'vitest'
import { html, page, policyOf } from '../html.ts'

describe('html', () => {
  it('escapes every character that could end a text, an attribute or a tag', () => {
    expect(html`<p title="${`<&>"'\``}">${'<script>'}</p>`.safe).toBe(
      '<p title="&#60;&#38;&#62;&#34;&#39;&#96;">&#60;script&#62;</p>',
    )
  })

  it('escapes a text inside of another template once, and not twice', () => {
    const inner = html`<b>${'a & b'}</b>`
    expect(html`<p>${inner}</p>`.safe).toBe('<p><b>a &#38; b</b></p>')
  })

  it('joins a list of pieces, each escaped by its own template', () => {
    const items = ['<1>', '2'].map((text) => html`<li>${text}</li>`)
    expect(html`<ul>${items}</ul>`.safe).toBe('<ul><li>&#60;1&#62;</li>\n<li>2</li></ul>')
  })

  it('writes numbers as they are', () => {
    expect(html`<p>${12.5}</p>`.safe).toBe('<p>12.5</p>')
  })
})

describe('page', () => {
  it('escapes the title in the element `title` and in the heading', () => {
    const text = page('</title><script>', html`<p>x</p>`)
    expect(text).not.toContain('<script>')
    expect(text.match(/&#60;script&#62;/g)).toHaveLength(2)
  })
})

describe('policyOf', () => {
  it('allows one style, no scripts, no frames, and forms to the given targets only', () => {
    const directives = policyOf("'self'", 'https://app.example').split('; ')
    expect(directives).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^style-src 'sha256-[\w+/=]+'$/),
      "form-action 'self' https://app.example",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
  })
})
