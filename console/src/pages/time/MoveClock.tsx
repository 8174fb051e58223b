import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SandboxNow } from '../../components/SandboxNow.tsx'
import { Time } from '../../components/Time.tsx'
import { useClockOffset } from '../../sandbox-clock.ts'
import { ConfirmMove } from './ConfirmMove.tsx'
import './time.css'

const steps = [
  { name: '1 minute', seconds: 60 },
  { name: '1 hour', seconds: 3_600 },
  { name: '1 day', seconds: 86_400 },
  { name: '1 week', seconds: 604_800 },
  { name: '30 days', seconds: 2_592_000 },
]

/** Chooses a time; the clock moves after a confirmation that shows what will happen. */
export function MoveClock({ next }: { readonly next: string | null }) {
  const [to, setTo] = useState<string>()
  const [typed, setTyped] = useState('')
  const offset = useClockOffset() ?? 0
  const after = (seconds: number) => new Date(Date.now() + offset + seconds * 1000).toISOString()
  return (
    <Panel title="Move the clock forward">
      <p>
        It is <SandboxNow /> (UTC) in the sandbox.
      </p>
      <div className="row">
        <Button isDisabled={next === null} kind="primary" onPress={() => setTo(next ?? undefined)}>
          To the next work
        </Button>
        <span className="muted">{next ? <Time at={next} /> : 'No work waits.'}</span>
      </div>
      <fieldset className="time-steps row">
        <legend>By</legend>
        {steps.map(({ name, seconds }) => (
          <Button key={name} onPress={() => setTo(after(seconds))}>
            {name}
          </Button>
        ))}
      </fieldset>
      <form
        className="time-to row"
        onSubmit={(event) => {
          event.preventDefault()
          setTo(typed.trim())
        }}
      >
        <Field
          isRequired
          label="To (UTC)"
          onChange={setTyped}
          placeholder="2030-01-01T00:00:00Z"
          value={typed}
        />
        <Button type="submit">Show what happens</Button>
      </form>
      <ConfirmMove onClose={() => setTo(undefined)} to={to} />
    </Panel>
  )
}
