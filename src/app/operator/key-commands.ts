// The operator's command about the keys that encrypt stored data (D61a).

import { addDataKeyVersion, dataKeyPurposes } from '../../kernel/keys/data-keys.ts'
import { type Command, textOption, wordOption } from './options.ts'

const dataKeyRotate: Command = {
  name: 'data-key rotate',
  summary: `Adds a version of a data key (${dataKeyPurposes.join(', ')}); a process encrypts with the new version after it restarts, or as soon as it has read a value encrypted with that version.`,
  required: ['purpose'],
  optional: [],
  async run(tx, options) {
    const purpose = wordOption('purpose', textOption(options, 'purpose'), dataKeyPurposes)
    const version = await addDataKeyVersion(tx, purpose)
    return [
      `version ${version} of the data key ${purpose} was added`,
      'Restart the processes. Do not remove earlier versions: they decrypt the data that they encrypted.',
    ]
  },
}

export const keyCommands: readonly Command[] = [dataKeyRotate]
