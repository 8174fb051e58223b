// Writes a compressed copy of each script and style sheet when the console is built. The service sends the copies, so that it
// compresses nothing while it runs.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

export function compressedFiles(): Plugin {
  return {
    name: 'godwit-compressed-files',
    async writeBundle({ dir = '' }, bundle) {
      for (const file of Object.values(bundle)) {
        if (!/\.(js|css)$/.test(file.fileName)) continue
        const content = file.type === 'chunk' ? file.code : file.source
        await writeFile(join(dir, `${file.fileName}.gz`), gzipSync(content))
      }
    },
  }
}
