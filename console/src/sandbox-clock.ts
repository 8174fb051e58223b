// The clock of the sandbox, which runs at the speed of the real clock. A sandbox clock that was moved stays ahead of the real
// clock.

import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { useWorkspace } from './workspace.ts'

/**
 * The live feed reports moves of the clock at once. Without the feed, the page shows them after this time at most: a choice of
 * this project.
 */
const REFRESH_MS = 15_000

/** The shell loads the offset once for all times on a page: a query in each of 50 rows takes about 14 ms. */
export const ClockOffsetContext = createContext<number | undefined>(undefined)

/** How many milliseconds the sandbox clock is ahead of the clock of the browser; undefined until it is loaded. */
export function useClockOffsetMs(): number | undefined {
  return useContext(ClockOffsetContext)
}

/** Loads the value of `ClockOffsetContext`, and again after each move of the clock. */
export function useLoadedClockOffsetMs(): number | undefined {
  const { godwit } = useWorkspace()
  const { data } = useQuery({
    queryKey: ['clock'],
    queryFn: async () => {
      const { now } = await godwit.simulation.getSandboxClock()
      return Date.parse(now) - Date.now()
    },
    refetchInterval: REFRESH_MS,
  })
  return data
}
