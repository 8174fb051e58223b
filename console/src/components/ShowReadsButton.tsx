import { Button } from './Button.tsx'

type Props = {
  readonly showsReads: boolean
  readonly onChange: (showsReads: boolean) => void
}

/** Shows or hides the requests that only read in a list of requests. */
export function ShowReadsButton({ showsReads, onChange }: Props) {
  return (
    <Button aria-pressed={showsReads} kind="plain" onPress={() => onChange(!showsReads)}>
      {showsReads ? 'Hide reads' : 'Show reads'}
    </Button>
  )
}
