// Starts the service as the environment says (docs/configuration.md), and stops it gracefully.

import { ConfigError, readConfig } from './app/config.ts'
import { startHouse } from './app/start.ts'

try {
  const running = await startHouse(readConfig(process.env))
  process.stdout.write(running.banner)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void running.stop().then(() => process.exit(0))
    })
} catch (error) {
  const { message, stack } = error as Error
  process.stderr.write(`godwit: ${error instanceof ConfigError ? message : (stack ?? message)}\n`)
  process.exit(1)
}
