import type { SubmitIdentityDocumentRequest, VerificationOverview } from '@godwit/sdk'
import { useState } from 'react'
import { Details } from '../../components/Details.tsx'
import { Disclosure } from '../../components/Disclosure.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/Time.tsx'
import { FieldsForm } from '../../forms/FieldsForm.tsx'
import { choiceField, groupsOf, optional, textField } from '../../forms/fields.ts'
import { wordsOf } from '../../words.ts'
import { useWorkspace } from '../../workspace.ts'

const numberField = textField('uniqueIdentifier', 'Number of the document')
const issuedFields = [
  textField('firstName', 'First name'),
  textField('lastName', 'Last name'),
  numberField,
  textField('issueDate', 'Issued on', { type: 'date' }),
  textField('issuerCountry', 'Issued by country (two letters)', { example: 'GB' }),
  textField('issuerState', 'Issued by state', optional),
]
const expiringFields = [...issuedFields, textField('expiryDate', 'Expires on', { type: 'date' })]

const fieldsByType = {
  PASSPORT: [...expiringFields, textField('nationality', 'Nationality (two letters)', optional)],
  IDENTITY_CARD: expiringFields,
  DRIVERS_LICENCE: expiringFields,
  GREEN_CARD: expiringFields,
  SSN: [numberField],
  MY_NUMBER: [numberField],
  CPF_CNPJ: [numberField],
  FINANCIAL_CAPACITY_BR: [numberField],
  EMIRATES_EMPLOYER: [
    textField('employerName', 'Employer'),
    textField('employerCity', 'City of the employer'),
    textField('employerCountry', 'Country of the employer (two letters)'),
  ],
  EMIRATES_PLACE_OF_BIRTH: [
    textField('birthCity', 'City of birth'),
    textField('birthCountry', 'Country of birth (two letters)'),
  ],
  OTHER: issuedFields,
} as const satisfies Record<SubmitIdentityDocumentRequest['type'], unknown>

const typeField = choiceField('type', 'Type', Object.keys(fieldsByType), {
  refreshRequirementsOnChange: true,
})

/** The identity documents that were sent, and a form for another, whose fields depend on its type. */
export function DocumentsPanel({ overview }: { readonly overview: VerificationOverview }) {
  const { godwit } = useWorkspace()
  const { profileId, documents } = overview
  const [type, setType] = useState<string>('PASSPORT')
  const fields = fieldsByType[type as keyof typeof fieldsByType] ?? []
  return (
    <Panel title="Identity documents">
      {documents.length === 0 ? (
        <EmptyState title="No document yet">Send one below.</EmptyState>
      ) : (
        <Details
          rows={documents.map((each) => [
            wordsOf(each.type),
            <>
              {wordsOf(each.state)} <Time at={each.sentAt} />
            </>,
          ])}
        />
      )}
      <Disclosure title="Send a document">
        <FieldsForm
          again="Send another"
          call={(details) =>
            godwit.verification.submitIdentityDocument({
              path: { profileId },
              body: details as SubmitIdentityDocumentRequest,
            })
          }
          done={({ errorMessage }) => (
            <p>{errorMessage ?? 'The document was accepted for verification.'}</p>
          )}
          groups={groupsOf([typeField, ...fields])}
          initial={{ type }}
          label="Send the document"
          onRefresh={(values) => setType(values['type'] ?? '')}
        />
      </Disclosure>
    </Panel>
  )
}
