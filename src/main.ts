// Starts the service as the environment says (docs/configuration.md), and stops it gracefully.

import { ConfigError, readConfig } from './app/config.ts'
import { startApp } from './app/start.ts'

try {
  const running = await startApp(readConfig(process.env))
  process.stdout.write(running.banner)
  let stopping = false
  void running.databaseEnded.then(() => {
    if (stopping) return
    process.stderr.write('godwit: the database ended by itself; start again.\n')
    process.exit(1)
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      stopping = true
      void running.stop().then(() => process.exit(0))
    })
} catch (error) {
  const { message, stack } = error as Error
  process.stderr.write(`godwit: ${error instanceof ConfigError ? message : (stack ?? message)}\n`)
  process.exit(1)
}
