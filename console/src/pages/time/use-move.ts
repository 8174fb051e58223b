import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkspace } from '../../workspace.ts'
import { type Move, moveClock } from './move-clock.ts'

/** The chosen time, and the move of the clock to it. A move goes on when its dialog is closed. */
export function useMove() {
  const { godwit } = useWorkspace()
  const [to, setTo] = useState<string>()
  const [step, setStep] = useState<Move>()
  const move = useMutation({
    mutationFn: (target: string) => moveClock(godwit, target, setStep),
    onSuccess: (moved) => {
      setStep(moved)
      setTo(undefined)
    },
  })
  const choose = (time: string) => {
    move.reset()
    setStep(undefined)
    setTo(time)
  }
  return { to, step, move, choose, close: () => setTo(undefined) }
}
