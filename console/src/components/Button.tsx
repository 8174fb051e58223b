import { Button as AriaButton, type ButtonProps } from 'react-aria-components'
import './button.css'

type Props = ButtonProps & {
  /** `primary`: what the page is for, at most one in view. `danger`: cannot be undone. */
  readonly kind?: 'primary' | 'secondary' | 'plain' | 'danger'
  readonly className?: string
}

/** With `isPending` it stays focused and does nothing. */
export function Button({ kind = 'secondary', className = '', ...props }: Props) {
  return <AriaButton {...props} className={`button button-${kind} ${className}`} />
}
