// Prints `sdk/src/generated/events.ts` from the catalogue: the events to which `listen` of the SDK can subscribe.

import { catalogue } from '../../src/webhooks/index.ts'

const FILE = 'sdk/src/generated/events.ts'

/** The printed file by path. */
export function printEvents(): Record<string, string> {
  const rows = Object.entries(catalogue).map(([name, { versions, scopes }]) => {
    const version = versions.at(-1)
    return `  '${name}': { version: '${version}', ofProfiles: ${scopes.includes('profile')}, ofApplications: ${scopes.includes('application')} },`
  })
  return {
    [FILE]: `// Printed by \`npm run print\` from the catalogue of events; do not edit.

/** Every event with its newest version, and who may subscribe to it. */
export const EVENTS = {
${rows.join('\n')}
} as const
`,
  }
}
