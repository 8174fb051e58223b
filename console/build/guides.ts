// Renders the guides (docs/guides/) while the console is built. The module `<name>.md?guide` exports the function `load`, which
// returns the rendered guide.

import { readFile } from 'node:fs/promises'
import { basename, posix } from 'node:path'
import { Marked, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import type { Guide, GuideBlock } from '../src/pages/guides/guide.ts'

/**
 * A build writes each guide into a separate JSON file, which the page fetches when the guide is opened. Otherwise the texts would
 * be in the JavaScript, whose size `console/test/size.test.ts` limits.
 */
export function guides(): Plugin {
  let isBuild = false
  return {
    name: 'godwit-guides',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    load: {
      filter: { id: /\.md\?guide$/ },
      async handler(id) {
        const path = id.slice(0, -'?guide'.length)
        this.addWatchFile(path)
        const source = JSON.stringify(renderGuide(await readFile(path, 'utf8')))
        if (!isBuild) return `export const load = async () => (${source})`
        const name = `${basename(path, '.md')}.json`
        const file = this.emitFile({ type: 'asset', name, source })
        return `export const load = async () => (await fetch(import.meta.ROLLUP_FILE_URL_${file})).json()`
      },
    },
  }
}

/**
 * Code becomes separate blocks, which the page shows with a button that copies the code. Throws for a guide that does not begin
 * with its title.
 */
function renderGuide(markdown: string): Guide {
  const [first, ...tokens] = marked.lexer(markdown)
  if (first?.type !== 'heading')
    throw new Error('The first line of a guide must be its title, such as `# Webhooks`.')
  const blocks: GuideBlock[] = []
  let text: Token[] = []
  const endText = () => {
    const html = withScrollingTables(marked.parser(text))
    if (html.trim() !== '') blocks.push({ kind: 'html', html })
    text = []
  }
  for (const token of tokens) {
    if (token.type !== 'code') {
      text.push(token)
      continue
    }
    endText()
    const { lang = '', text: code } = token as Tokens.Code
    blocks.push({ kind: 'code', language: lang, code })
  }
  endText()
  return { title: (first as Tokens.Heading).text, blocks }
}

const marked = new Marked({
  renderer: {
    heading({ depth, tokens, text }) {
      const id = text.toLowerCase().replace(/[^\w]+/g, '-')
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    link({ href, tokens }) {
      return linkTo(href, this.parser.parseInline(tokens))
    },
  },
})

/** Wide tables scroll sideways, also with the keyboard. */
function withScrollingTables(html: string): string {
  return html
    .replaceAll(
      '<table>',
      '<div class="table-scroll" tabindex="0"><table class="table guide-table">',
    )
    .replaceAll('</table>', '</table></div>')
}

const GUIDE = /^([\w-]+)\.md(#.*)?$/

/**
 * A link to a guide leads to the page of the guide, and a link to another host or within the guide stays. A link to any other
 * file of the repository becomes the path of the file, because the service does not serve the file.
 */
function linkTo(href: string, text: string): string {
  const [, guide, hash = ''] = GUIDE.exec(href) ?? []
  if (guide === 'README') return `<a href="/console/guides${hash}">${text}</a>`
  if (guide !== undefined) return `<a href="/console/guides/${guide}${hash}">${text}</a>`
  if (/^(https?:|#)/.test(href)) return `<a href="${href}" rel="noreferrer">${text}</a>`
  return `${text} (<code>${posix.join('docs/guides', href)}</code>)`
}
