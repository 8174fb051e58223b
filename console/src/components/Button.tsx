import { Button as AriaButton, type ButtonProps } from 'react-aria-components'
import './button.css'

type Props = ButtonProps & {
  /** `primary`: the main action of the page, at most one in view. `danger`: an action that cannot be undone. */
  readonly kind?: 'primary' | 'secondary' | 'plain' | 'danger'
  readonly className?: string
}

/** While `isPending`, the button keeps the focus and ignores presses. */
export function Button({ kind = 'secondary', className = '', ...props }: Props) {
  return <AriaButton {...props} className={`button button-${kind} ${className}`} />
}
