// Starts the service with the configuration of the environment (docs/configuration.md), and stops it on SIGINT and
// SIGTERM.

import { readConfig } from './app/config.ts'
import { startApp } from './app/start.ts'
import { ConfigError } from './kernel/config-error.ts'

try {
  const running = await startApp(readConfig(process.env))
  process.stdout.write(running.banner)
  let isStopping = false
  void running.databaseEnded.then(() => {
    if (isStopping) return
    process.stderr.write('godwit: the database ended unexpectedly. Start Godwit again.\n')
    process.exit(1)
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      isStopping = true
      void running.stop().then(() => process.exit(0))
    })
} catch (error) {
  const { message, stack } = error as Error
  process.stderr.write(`godwit: ${error instanceof ConfigError ? message : (stack ?? message)}\n`)
  process.exit(1)
}
