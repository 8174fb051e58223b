import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { CodeSample } from '../../components/CodeSample.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Panel } from '../../components/Panel.tsx'
import { useWorkspace } from '../../workspace.ts'
import { firstTransferSamples } from './samples.ts'
import { type Step, sendFirstTransfer } from './send-first-transfer.ts'

/** Sends a transfer with one click, and shows the same calls as code. */
export function FirstTransfer() {
  const { godwit, profile } = useWorkspace()
  const [steps, setSteps] = useState<readonly Step[]>([])
  const send = useMutation({
    mutationFn: () => {
      setSteps([])
      const onStep = (step: Step) => setSteps((earlier) => [...earlier, step])
      return sendFirstTransfer(godwit, profile.id, onStep)
    },
  })
  return (
    <Panel title="Send a transfer">
      <div className="row">
        <Button isPending={send.isPending} kind="primary" onPress={() => send.mutate()}>
          Send 100 GBP to a bank account in euros
        </Button>
        <span className="muted">
          The transfer is paid from the balance in GBP, and the banks are simulated.
        </span>
      </div>
      {send.error && <ErrorNotice error={send.error} />}
      <ol aria-live="polite" className="home-steps">
        {steps.map(({ operation, result, transferId }) => (
          <li key={operation}>
            <code>{operation}</code> {result}
            {transferId && (
              <>
                {' '}
                <Link to={`/transfers/${transferId}`}>See what happened</Link>
              </>
            )}
          </li>
        ))}
      </ol>
      <CodeSample label="The same calls, as code" samples={firstTransferSamples(profile.id)} />
    </Panel>
  )
}
