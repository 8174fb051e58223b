import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useClockOffset } from '../sandbox-clock.ts'

const TICK_MS = 1_000
const format = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
})

/** The time of the sandbox, in UTC, and a link to the page that moves it. */
export function ClockNow() {
  const offset = useClockOffset()
  const [realMs, setRealMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setRealMs(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className="clock-now">
      <Link to="/time">Sandbox time</Link>
      <span className="time">{offset === undefined ? '…' : format.format(realMs + offset)}</span>
    </p>
  )
}
