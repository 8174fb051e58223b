import type { Godwit, SubmitAccountPurposeRequest, VerificationOverview } from '@godwit/sdk'
import { useState } from 'react'
import {
  type EvidenceDocument,
  evidenceDocumentTypes,
} from '../../../../src/verification/checks/evidence.ts'
import { reviewTime } from '../../../../src/verification/timers.ts'
import { Disclosure } from '../../components/Disclosure.tsx'
import { FileField } from '../../components/FileField.tsx'
import { Panel } from '../../components/Panel.tsx'
import { messageAt } from '../../field-errors.ts'
import { FieldsForm } from '../../forms/FieldsForm.tsx'
import { choiceField, groupsOf, optional, textField } from '../../forms/fields.ts'
import type { Details } from '../../forms/form-values.ts'
import { useWorkspace } from '../../workspace.ts'
import { businessPurposeFields, personalPurposeFields } from './purpose-fields.ts'

type Props = { readonly overview: VerificationOverview; readonly isPerson: boolean }

const documentGroups = groupsOf([
  choiceField('documentType', 'What the files prove', evidenceDocumentTypes),
])
const FILES_LABEL = 'Pictures or PDF'
const explanationGroups = groupsOf([
  textField('incomeExplanation', 'The income', optional),
  textField('accountPurposeExplanation', 'The purpose of the account', optional),
])

/** The forms of the additional verification: answers, documents and explanations. */
export function EvidencePanel({ overview: { profileId }, isPerson }: Props) {
  const { godwit } = useWorkspace()
  const [files, setFiles] = useState<readonly File[]>([])
  const path = { profileId }
  return (
    <Panel title="Evidence">
      <p className="muted">
        Customers in the European Economic Area send this evidence for the additional verification.
        The sandbox decides {reviewTime.seconds} seconds after all required evidence was sent.
      </p>
      <Disclosure title="Send the purpose of the account">
        <FieldsForm
          again="Send it again"
          call={(details) => sendPurpose(godwit, profileId, details)}
          done={() => <p>Sent the purpose of the account.</p>}
          groups={groupsOf(isPerson ? personalPurposeFields : businessPurposeFields)}
          label="Send the purpose"
        />
      </Disclosure>
      <Disclosure title="Upload a document">
        <FieldsForm
          again="Upload another"
          call={async (details) => {
            await godwit.verification.uploadVerificationDocument({
              path,
              body: {
                documentType: details['documentType'] as EvidenceDocument,
                files: [...files],
              },
            })
            // The next form begins without files.
            setFiles([])
          }}
          done={() => <p>Uploaded the document.</p>}
          groups={documentGroups}
          initial={{ documentType: evidenceDocumentTypes[0] }}
          label="Upload the document"
        >
          {(error) => (
            <FileField
              accept="image/jpeg,image/png,application/pdf"
              error={messageAt(error, 'files', FILES_LABEL)}
              isMultiple
              label={FILES_LABEL}
              onChoose={setFiles}
            />
          )}
        </FieldsForm>
      </Disclosure>
      <Disclosure title="Explain">
        <FieldsForm
          again="Explain again"
          call={(body) => godwit.verification.uploadVerificationExplanation({ path, body })}
          done={() => <p>Sent the explanation.</p>}
          groups={explanationGroups}
          label="Send the explanation"
        />
      </Disclosure>
    </Panel>
  )
}

/** The form has all countries in one text field and allows one business use; the service expects a list of each. */
function sendPurpose({ verification }: Godwit, profileId: number, details: Details) {
  const { intendedCountries, businessUse, ...answers } = details
  const body = {
    ...answers,
    ...(intendedCountries && { intendedCountries: String(intendedCountries).split(/[\s,]+/) }),
    ...(businessUse && { businessUse: [businessUse] }),
  }
  return verification.submitAccountPurpose({
    path: { profileId },
    body: body as SubmitAccountPurposeRequest,
  })
}
