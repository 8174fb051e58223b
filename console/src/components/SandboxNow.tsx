import { useEffect, useState } from 'react'
import { useClockOffsetMs } from '../sandbox-clock.ts'
import { utcFormat } from '../utc-format.ts'

/** The shown time has seconds. */
const TICK_MS = 1_000
const format = utcFormat({ second: '2-digit' })

/** The time of the sandbox clock in UTC, updated every second. */
export function SandboxNow() {
  const offsetMs = useClockOffsetMs()
  const [realMs, setRealMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setRealMs(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className="time">{offsetMs === undefined ? '…' : format.format(realMs + offsetMs)}</span>
  )
}
