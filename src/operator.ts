// What an operator does at the command line (D1a): `npm run operator -- application create --key mine`.

import { operate } from './app/operate.ts'

process.exitCode = await operate(process.argv.slice(2), process.env, {
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`godwit: ${line}\n`),
})
