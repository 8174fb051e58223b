// The operator's commands about identity documents and the additional verification (D47a, D86).

import {
  type Decision,
  decideCheck,
  decideDocument,
  documentTypes,
  evidences,
  reviewOutcomes,
  type ShownDocument,
  showDocuments,
} from '../../verification/index.ts'
import {
  type Command,
  idOption,
  instantOption,
  listOption,
  type Options,
  textOption,
  wordOption,
} from './options.ts'

const documentList: Command = {
  name: 'document list',
  summary: 'Lists the identity documents of a profile, without their numbers.',
  required: ['profile'],
  optional: [],
  async run(tx, options) {
    const documents = await showDocuments(tx, idOption<'profile'>(options, 'profile'))
    return documents.flatMap(linesOf)
  },
}

function linesOf({ type, state, updatedAt, details, alsoSentBy }: ShownDocument): string[] {
  const fields = Object.entries(details).map(([field, value]) => `  ${field}: ${value}`)
  const shared = `  the number was also sent by profile ${alsoSentBy.join(', ')}`
  return [`${type}  ${state}  ${updatedAt}`, ...fields, ...(alsoSentBy.length > 0 ? [shared] : [])]
}

const documentDecision = (verb: 'accept' | 'refuse', summary: string, state: string): Command => ({
  name: `document ${verb}`,
  summary,
  required: ['profile', 'type'],
  optional: ['sent-at'],
  async run(tx, options, { now }) {
    const profileId = idOption<'profile'>(options, 'profile')
    const type = wordOption('type', textOption(options, 'type'), documentTypes)
    const seenAt = instantOption(options, 'sent-at')
    await decideDocument(tx, { profileId, type, seenAt }, verb, now)
    return [`${type} of profile ${profileId} is ${state}`]
  },
})

const cddDecide: Command = {
  name: 'cdd decide',
  summary:
    'Decides on the additional verification of a profile, whatever its state: --state is VERIFIED or EVIDENCE_REQUIRED; --evidences lists, with commas, what the customer has to send.',
  required: ['profile', 'state'],
  optional: ['evidences', 'outcome'],
  async run(tx, options, { now }) {
    const profileId = idOption<'profile'>(options, 'profile')
    const decided = await decideCheck(tx, profileId, decisionOf(options), now)
    const required = decided.requiredEvidences.join(', ')
    const request = required === '' ? '' : `; the customer has to send ${required}`
    return [`the additional verification of profile ${profileId} is ${decided.state}${request}`]
  },
}

function decisionOf(options: Options): Decision {
  const outcome = options['outcome']
  return {
    state: wordOption('state', textOption(options, 'state'), ['VERIFIED', 'EVIDENCE_REQUIRED']),
    requiredEvidences: listOption(options, 'evidences')?.map((evidence) =>
      wordOption('evidences', evidence, evidences),
    ),
    ...(outcome !== undefined && { reviewOutcome: wordOption('outcome', outcome, reviewOutcomes) }),
  }
}

const SENT_AT_HELP =
  '--sent-at is the time that document list shows: the command then fails if the customer has replaced that document meanwhile.'

export const verificationCommands: readonly Command[] = [
  documentList,
  documentDecision(
    'accept',
    `Accepts an identity document. It does not verify the profile: the command profile verify does. ${SENT_AT_HELP}`,
    'accepted',
  ),
  documentDecision(
    'refuse',
    `Refuses an identity document: the customer has to send another. ${SENT_AT_HELP}`,
    'refused',
  ),
  cddDecide,
]
