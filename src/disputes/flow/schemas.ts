// Request and reply shapes of the dynamic flow in which a dispute is raised.

import Type from 'typebox'
import { input } from '../../kernel/wire.ts'
import { EMAIL_LENGTH_MAX } from '../../users/index.ts'
import { EMAIL_PATTERN, type SubmissionBody } from '../form/check-submission.ts'
import { describeForms } from '../form/describe-forms.ts'
import { reasons } from '../reasons.ts'

/** More files than any form has. The limit bounds the reply, which has a fault for each unknown file name. */
const FILES_MAX = 10

export const OpenStep = input(
  {
    email: Type.Optional(
      Type.String({
        description:
          'E-mail address for messages about the dispute, such as that of your support; when it is absent, the form has a field for the address',
        maxLength: EMAIL_LENGTH_MAX,
        pattern: EMAIL_PATTERN,
        examples: ['support@partner.example'],
      }),
    ),
  },
  { title: 'OpenDisputeStepRequest' },
)

const flowObjects = (description: string) =>
  Type.Array(
    Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      additionalProperties: true,
    }),
    { description },
  )

export const FlowStep = Type.Object(
  {
    key: Type.String({ description: 'The reason, or final', examples: ['WRONG_AMOUNT'] }),
    type: Type.Literal('form', { description: 'Always form' }),
    title: Type.String({
      description: 'The title of the step',
      examples: [reasons.WRONG_AMOUNT.description],
    }),
    actions: flowObjects('The actions of buttons: $id, title, url, method, data'),
    schemas: flowObjects('The JSON Schema of the form, with display keys of the dynamic flow'),
    layout: flowObjects('The components that are shown: heading, info, form, decision, button'),
  },
  { title: 'DisputeFlowStep' },
)

const openObject = (properties: Readonly<Record<string, object>>, more: object) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: 'object',
    properties,
    additionalProperties: true,
    ...more,
  })

// Open objects, because a refusal by the schema would not have `validation` with a message at each field.
export const SubmitDispute = Type.Unsafe<SubmissionBody>(
  input(
    {
      transaction: openObject(
        {
          transactionId: {
            description: 'Id of the card transaction; ids separated by commas for several',
            examples: ['1'],
          },
          email: {
            description: 'E-mail address for messages about the dispute',
            examples: ['support@partner.example'],
          },
        },
        { description: 'The disputed transactions, and the address for messages' },
      ),
      form: openObject(
        {},
        {
          title: 'DisputeFormAnswers',
          description: `The answers, by the reason in the path:\n\n${describeForms()}`,
        },
      ),
      disclaimer: openObject(
        {
          allAnswered: { description: 'Must be true: every question was answered truthfully' },
          filesUploaded: { description: 'Must be true: all documents were added' },
        },
        { description: 'The statements that the customer confirms' },
      ),
      files: Type.Optional(
        openObject(
          {},
          {
            title: 'DisputeFileIds',
            maxProperties: FILES_MAX,
            description: 'Ids of uploaded files, by the names of the files of the form',
          },
        ),
      ),
    },
    {
      title: 'SubmitDisputeRequest',
      examples: [
        {
          transaction: { transactionId: '1', email: 'support@partner.example' },
          form: {
            charged: { value: 25.5, currency: 'GBP' },
            expected: { value: 5, currency: 'GBP' },
            agreedDetails: { agreed: false },
            goods: 'A coffee',
            details: 'I paid 5 GBP according to the receipt.',
          },
          disclaimer: { allAnswered: true, filesUploaded: true },
          files: {},
        },
      ],
    },
  ),
)

export const UploadedFile = Type.Record(Type.String(), Type.String(), {
  title: 'UploadedDisputeFile',
  description: 'The file id by the name of the uploaded part',
  examples: [{ receipt: 'ab4f5d2c90e1' }],
})
