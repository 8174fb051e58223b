import { join } from 'node:path'
import { defineConfig } from 'vite'
import { compressedFiles } from './build/compressed-files.ts'
import { guides } from './build/guides.ts'
import { withoutUnusedFields } from './build/without-unused-fields.ts'
import { NAVIGATION } from './src/navigation.ts'

const SERVICE = process.env['GODWIT_URL'] ?? 'http://127.0.0.1:8080'
/** Matches the imports of the texts of React Aria in languages other than English, such as `../intl/menu/de-DE.mjs`. */
const OTHER_LANGUAGE = /^\..*\/intl\/(\w+\/)?(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/
/** Code that `operator.html` loads too. `operator.html` must not load the file `shell`, which has the router and the live feed. */
const CODE_ALSO_OF_OPERATORS = /console.src.(components|forms|money|read-json)/
/** Code that several groups of pages use. Otherwise it would be in the file of one group, and all pages would load that file. */
const OTHER_COMMON_CODE =
  /console.src.(shell|history|recipients|[\w-]+\.ts$)|src.kernel|react-router|useInfiniteQuery/

export default defineConfig({
  base: '/console/',
  plugins: [guides(), withoutUnusedFields(), compressedFiles()],
  resolve: {
    conditions: ['godwit-source', 'module', 'browser', 'development|production'],
    // The console is in English: without the texts of React Aria in the 33 other languages it is 2 kB smaller.
    alias: [{ find: OTHER_LANGUAGE, replacement: join(import.meta.dirname, 'build/no-texts.ts') }],
  },
  build: {
    target: 'es2023',
    // The content security policy allows files of the service only, and no `data:` URLs.
    assetsInlineLimit: 0,
    // The styles of all pages are less than 25 kB: one request for them takes less time than one for each group of pages.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // console/test/size.test.ts limits the compressed size instead.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // The code that pages share is in two files. The pages of each group of the navigation are in one file, because users often
      // open several pages of a group, and many small files are 35 kB larger in all, compressed.
      output: {
        codeSplitting: {
          groups: [
            { name: 'shared', test: CODE_ALSO_OF_OPERATORS },
            { name: 'shell', test: OTHER_COMMON_CODE },
            ...Object.entries(NAVIGATION).map(([name, pages]) => ({
              name: name.toLowerCase(),
              test: new RegExp(`console.src.pages.(${pages.join('|')}).(?!page)`),
            })),
          ],
        },
      },
      // Leaves out the timers and states of the service that no page uses, and reads of properties whose value is not used:
      // 2 kB, compressed. A statement that only reads `offsetHeight` to force a layout would be left out too.
      treeshake: { manualPureFunctions: ['timer', 'machine'], propertyReadSideEffects: false },
      // Live mode serves only operator.html.
      input: ['index.html', 'operator.html'].map((page) => join(import.meta.dirname, page)),
      // On a busy machine this check would warn of the time that reading the guides takes.
      checks: { pluginTimings: false },
      onLog: (level, log, report) => {
        // Libraries mark modules with `"use client"` for frameworks that render on servers.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log)
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '^/(v\\d+|openapi.json|console/(session|users|inbox|operator))(/|$)': SERVICE },
  },
})
