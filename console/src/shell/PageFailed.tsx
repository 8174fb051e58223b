import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorNotice } from '../components/ErrorNotice.tsx'

/** Shown in place of a page that threw an error while it was rendered. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return <ErrorNotice error={error} onRetry={reset} />
}
