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

type Props = {
  /** The time of the earliest work that waits; null when no work waits. */
  readonly next: string | null
}

/** Chooses a time; the clock moves after a confirmation that shows what will happen. */
export function MoveClock({ next }: Props) {
  const [to, setTo] = useState<string>()
  const [typedTime, setTypedTime] = useState('')
  const offset = useClockOffset() ?? 0
  const timeAfter = (seconds: number) =>
    new Date(Date.now() + offset + seconds * 1000).toISOString()
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
          <Button key={name} onPress={() => setTo(timeAfter(seconds))}>
            {name}
          </Button>
        ))}
      </fieldset>
      <form
        className="time-to row"
        onSubmit={(event) => {
          event.preventDefault()
          setTo(typedTime.trim())
        }}
      >
        <Field
          isRequired
          label="To (UTC)"
          onChange={setTypedTime}
          placeholder="2030-01-01T00:00:00Z"
          value={typedTime}
        />
        <Button type="submit">Show what happens</Button>
      </form>
      <ConfirmMove onClose={() => setTo(undefined)} to={to} />
    </Panel>
  )
}
