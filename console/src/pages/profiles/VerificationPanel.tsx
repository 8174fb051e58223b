import type { SimulateCddCheckRequest, VerificationOverview } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { evidences, reviewOutcomes } from '../../../../src/verification/checks/evidence.ts'
import { Button } from '../../components/Button.tsx'
import { Details } from '../../components/Details.tsx'
import { Disclosure } from '../../components/Disclosure.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Status } from '../../components/Status.tsx'
import { Time } from '../../components/Time.tsx'
import { FieldsForm } from '../../forms/FieldsForm.tsx'
import { choiceField, groupsOf, optional } from '../../forms/fields.ts'
import { wordsOf } from '../../words.ts'
import { useWorkspace } from '../../workspace.ts'

type Props = { readonly overview: VerificationOverview }

const groups = groupsOf([
  choiceField('state', 'Decision', ['VERIFIED', 'EVIDENCE_REQUIRED']),
  choiceField('requiredEvidences', 'Evidence to require', evidences, optional),
  choiceField('reviewOutcome', 'Reason', reviewOutcomes, optional),
])

/** Whether the profile is verified, what is missing, and forms that decide in place of the operator. */
export function VerificationPanel({ overview }: Props) {
  const { godwit } = useWorkspace()
  const { profileId, state, verifiedBy, updateWindow, additionalVerification: check } = overview
  const isVerified = state === 'verified'
  const verify = useMutation({ mutationFn: () => godwit.simulation.simulateProfileVerification() })
  return (
    <Panel
      action={<Status tone={isVerified ? 'good' : 'caution'}>{wordsOf(state)}</Status>}
      title="Verification"
    >
      <Details
        rows={[
          ['Verified by', verifiedBy && wordsOf(verifiedBy)],
          ['Decision of the operator', !isVerified && 'missing; transfers wait for it'],
          ['Update window', wordsOf(updateWindow)],
          ['Additional verification', wordsOf(check.state)],
          ['Evidence to send', listOf(check.missingEvidences)],
          ['Evidence sent', listOf(check.sentEvidences)],
          ['Reason', check.reviewOutcome && wordsOf(check.reviewOutcome)],
          ['Decision due', check.reviewAt && <Time at={check.reviewAt} key="due" />],
        ]}
      />
      {!isVerified && (
        <div className="row">
          <Button isPending={verify.isPending} kind="primary" onPress={() => verify.mutate()}>
            Verify all profiles of the user
          </Button>
        </div>
      )}
      {verify.error && <ErrorNotice error={verify.error} />}
      <Disclosure title="Decide on the additional verification">
        <FieldsForm
          again="Decide again"
          call={({ requiredEvidences, ...decision }) =>
            godwit.simulation.simulateCddCheck({
              path: { profileId },
              body: {
                ...decision,
                ...(requiredEvidences && { requiredEvidences: [requiredEvidences] }),
              } as SimulateCddCheckRequest,
            })
          }
          done={({ state: decided }) => <p>The additional verification is {wordsOf(decided)}.</p>}
          groups={groups}
          label="Decide"
        />
      </Disclosure>
    </Panel>
  )
}

const listOf = (codes: readonly string[]) => codes.map(wordsOf).join(', ')
