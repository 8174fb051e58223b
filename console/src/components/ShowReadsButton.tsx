import { Button } from './Button.tsx'

type Props = {
  readonly showsReads: boolean
  readonly onChange: (showsReads: boolean) => void
}

/** Shows or hides the successful requests of a list that only read (`isRead`). The name of the button is what a press does. */
export function ShowReadsButton({ showsReads, onChange }: Props) {
  return (
    <Button kind="plain" onPress={() => onChange(!showsReads)}>
      {showsReads ? 'Hide reads' : 'Show reads'}
    </Button>
  )
}
