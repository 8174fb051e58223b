import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Field } from '../../components/Field.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SandboxNow } from '../../components/SandboxNow.tsx'
import { Time } from '../../components/Time.tsx'
import { useClockOffsetMs } from '../../sandbox-clock.ts'
import { ConfirmMove } from './ConfirmMove.tsx'
import { MoveProgress } from './MoveProgress.tsx'
import { useMove } from './use-move.ts'
import './time.css'

const durations = [
  { name: '1 minute', seconds: 60 },
  { name: '1 hour', seconds: 3_600 },
  { name: '1 day', seconds: 86_400 },
  { name: '1 week', seconds: 604_800 },
  { name: '30 days', seconds: 2_592_000 },
]

type Props = {
  /** When the earliest timer is due; null when no timer is pending. */
  readonly next: string | null
}

/** Chooses a time; the clock moves after a confirmation that shows what will happen. */
export function MoveClock({ next }: Props) {
  const { to, progress, move, choose, close } = useMove()
  const { isPending: isMoving } = move
  return (
    <Panel title="Move the clock forward">
      <p>
        It is <SandboxNow /> (UTC) in the sandbox.
      </p>
      <div className="row">
        <Button
          isDisabled={next === null || isMoving}
          kind="primary"
          onPress={() => next && choose(next)}
        >
          To the next timer
        </Button>
        <span className="muted">{next ? <Time at={next} /> : 'No timer is pending.'}</span>
      </div>
      <Durations isDisabled={isMoving} onChoose={choose} />
      <ChosenTime isDisabled={isMoving} onChoose={choose} />
      <p aria-live="polite">
        <MoveProgress isMoving={isMoving} progress={progress} />
      </p>
      {to === undefined && move.error && <ErrorNotice error={move.error} />}
      <ConfirmMove move={move} onClose={close} progress={progress} to={to} />
    </Panel>
  )
}

type ChoiceProps = { readonly isDisabled: boolean; readonly onChoose: (time: string) => void }

function Durations({ isDisabled, onChoose }: ChoiceProps) {
  const offsetMs = useClockOffsetMs() ?? 0
  const timeAfter = (seconds: number) =>
    new Date(Date.now() + offsetMs + seconds * 1000).toISOString()
  return (
    <fieldset className="time-steps row">
      <legend>By</legend>
      {durations.map(({ name, seconds }) => (
        <Button isDisabled={isDisabled} key={name} onPress={() => onChoose(timeAfter(seconds))}>
          {name}
        </Button>
      ))}
    </fieldset>
  )
}

function ChosenTime({ isDisabled, onChoose }: ChoiceProps) {
  /** A time in UTC to the minute, in the format of the input, such as `2026-03-01T09:30`. */
  const [time, setTime] = useState('')
  return (
    <form
      className="time-to row"
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(`${time}:00Z`)
      }}
    >
      <Field isRequired label="To (UTC)" onChange={setTime} type="datetime-local" value={time} />
      <Button isDisabled={isDisabled} type="submit">
        Show what happens
      </Button>
    </form>
  )
}
