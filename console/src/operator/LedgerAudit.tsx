import { useQuery } from '@tanstack/react-query'
import { Button } from '../components/Button.tsx'
import { Loaded } from '../components/Loaded.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { Panel } from '../components/Panel.tsx'
import { Status, type Tone } from '../components/Status.tsx'
import { Moment } from './Moment.tsx'
import type { Call } from './session.ts'

type Audit = {
  readonly state: 'running' | 'correct' | 'not-correct' | 'failed'
  readonly startedAt: string
  readonly endedAt?: string
  readonly findings: readonly string[]
}

/** The tone, the words and the advice for each state. */
const presentations: Readonly<Record<Audit['state'], readonly [Tone, string, string]>> = {
  running: ['progress', 'running', 'The audit reads every posting. Refresh to see its result.'],
  correct: ['good', 'correct', 'Every running balance is the sum of its postings.'],
  'not-correct': [
    'bad',
    'not correct',
    'Stop the workers, change nothing, and keep a backup (docs/operating.md).',
  ],
  failed: ['caution', 'failed', 'The audit did not finish. The log of the service has the error.'],
}

/** The result of the latest audit of the ledger. */
export function LedgerAudit({ call }: { readonly call: Call }) {
  const audit = useQuery({ queryKey: ['audit'], queryFn: () => call<Audit>('GET', 'audit') })
  return (
    <>
      <PageHeader
        description="Compares each running balance with the sum of its postings. A result is shown for a minute before another audit begins."
        title="Ledger"
      >
        <Button isPending={audit.isFetching} onPress={() => void audit.refetch()}>
          Refresh
        </Button>
      </PageHeader>
      <Loaded label="Auditing the ledger" query={audit}>
        {({ state, startedAt, endedAt, findings }) => {
          const [tone, word, advice] = presentations[state]
          return (
            <Panel title="Latest audit">
              <div className="stack">
                <p>
                  <Status tone={tone}>{word}</Status> {advice}
                </p>
                <p className="muted">
                  Started <Moment at={startedAt} />
                  {endedAt && (
                    <>
                      , ended <Moment at={endedAt} />
                    </>
                  )}
                </p>
                {findings.length > 0 && (
                  <ul>
                    {findings.map((each) => (
                      <li key={each}>{each}</li>
                    ))}
                  </ul>
                )}
              </div>
            </Panel>
          )
        }}
      </Loaded>
    </>
  )
}
