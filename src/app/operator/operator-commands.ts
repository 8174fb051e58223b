// The operator's commands about the people who log in to the console of live mode (D129).

import {
  changePassword,
  createOperator,
  endAllSessions,
  endLockOut,
  isLocked,
  listOperators,
  type OperatorRow,
  replaceSecondFactor,
  setOperatorActive,
} from '../../operators/index.ts'
import { type Command, textOption } from './options.ts'

const forEmail = { required: ['email'], optional: [] } as const

const SECOND_FACTOR_HINT =
  'Enter this URI in an authenticator app, for example as a QR code. It cannot be shown again.'

const operatorCreate: Command = {
  name: 'operator create',
  summary:
    'Creates a person who may log in to the console of live mode; reads the password from standard input and prints the second factor.',
  required: ['email', 'name'],
  optional: [],
  readsPassword: true,
  async run(tx, options, { now, random, password, report }) {
    const [email, name] = [textOption(options, 'email'), textOption(options, 'name')]
    const { uri } = await createOperator(tx, { email, name, password, random, now, report })
    return [uri, SECOND_FACTOR_HINT]
  },
}

const operatorList: Command = {
  name: 'operator list',
  summary: 'Lists the people who may log in to the console.',
  required: [],
  optional: [],
  run: async (tx, _options, { now }) =>
    (await listOperators(tx)).map((operator) =>
      [operator.email, operator.name, stateOf(operator, now)].join('  '),
    ),
}

function stateOf(operator: OperatorRow, now: Temporal.Instant): string {
  if (!operator.active) return 'deactivated'
  if (isLocked(operator, now)) return `locked until ${operator.lockedUntil}`
  return operator.failures > 0 ? `active, failed log-ins: ${operator.failures}` : 'active'
}

const operatorPassword: Command = {
  name: 'operator password',
  summary:
    'Reads a new password for an operator from standard input, replaces the former one, and ends their sessions.',
  ...forEmail,
  readsPassword: true,
  async run(tx, options, { random, password, report }) {
    const email = textOption(options, 'email')
    await changePassword(tx, { email, password, random, report })
    return [`${email} has a new password and no session`]
  },
}

const operatorSecondFactor: Command = {
  name: 'operator second-factor',
  summary: 'Replaces the second factor of an operator, prints it, and ends their sessions.',
  ...forEmail,
  async run(tx, options, { random, report }) {
    const { uri } = await replaceSecondFactor(tx, {
      email: textOption(options, 'email'),
      random,
      report,
    })
    return [uri, SECOND_FACTOR_HINT]
  },
}

const operatorUnlock: Command = {
  name: 'operator unlock',
  summary: 'Ends the lock-out of an operator after failed log-ins.',
  ...forEmail,
  async run(tx, options, { report }) {
    const email = textOption(options, 'email')
    await endLockOut(tx, { email, report })
    return [`${email} is not locked`]
  },
}

const operatorLogOut: Command = {
  name: 'operator log-out',
  summary: 'Ends all sessions of an operator.',
  ...forEmail,
  async run(tx, options, { report }) {
    const email = textOption(options, 'email')
    await endAllSessions(tx, { email, report })
    return [`${email} has no session`]
  },
}

const activationCommand = (verb: 'deactivate' | 'reactivate', summary: string): Command => ({
  name: `operator ${verb}`,
  summary,
  ...forEmail,
  async run(tx, options, { report }) {
    const email = textOption(options, 'email')
    await setOperatorActive(tx, { email, active: verb === 'reactivate', report })
    return [`${email} is ${verb}d`]
  },
})

export const operatorCommands: readonly Command[] = [
  operatorCreate,
  operatorList,
  operatorPassword,
  operatorSecondFactor,
  operatorUnlock,
  operatorLogOut,
  activationCommand('deactivate', 'Ends the sessions of an operator and refuses new ones.'),
  activationCommand('reactivate', 'Lets a deactivated operator log in again.'),
]
