import { Link } from '@tanstack/react-router'
import { SandboxNow } from '../components/SandboxNow.tsx'

/** The time of the sandbox clock, and a link to the page that moves the clock. */
export function ClockNow() {
  return (
    <p className="clock-now">
      <Link to="/time">Sandbox time</Link>
      <SandboxNow />
    </p>
  )
}
