// Loads `console/src/opening.ts` before the other code of the console.

import { join } from 'node:path'
import type { Plugin } from 'vite'

const OPENING = join(import.meta.dirname, '../src/opening.ts')

/** In the built page, a script element for the file, which the browser runs as soon as it is loaded. */
export function opening(): Plugin {
  let base = '/'
  return {
    name: 'godwit-opening',
    apply: 'build',
    configResolved: (config) => {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {}, path }) {
        // An operator has no session yet when the page of live mode is opened.
        if (path !== '/index.html') return []
        const chunk = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.moduleIds.includes(OPENING),
        )
        if (chunk === undefined) throw new Error(`The build has no file for ${OPENING}.`)
        const attrs = { type: 'module', src: `${base}${chunk.fileName}` }
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}
