import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkspace } from '../../workspace.ts'
import { moveClock, type Progress } from './move-clock.ts'

/** The chosen time, and the move of the clock to this time with its progress. A move goes on when its dialog is closed. */
export function useMove() {
  const { godwit } = useWorkspace()
  const [to, setTo] = useState<string>()
  const [progress, setProgress] = useState<Progress>()
  const move = useMutation({
    mutationFn: (target: string) => moveClock(godwit, target, setProgress),
    onSuccess: (moved) => {
      setProgress(moved)
      setTo(undefined)
    },
  })
  const choose = (time: string) => {
    move.reset()
    setProgress(undefined)
    setTo(time)
  }
  return { to, progress, move, choose, close: () => setTo(undefined) }
}
