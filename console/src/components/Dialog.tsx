import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from './Button.tsx'
import './dialog.css'

type Props = {
  readonly title: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly children: ReactNode
}

/** A modal dialog. Escape, the button Close and a click outside the dialog close it. */
export function Dialog({ title, isOpen, onOpenChange, children }: Props) {
  return (
    <ModalOverlay
      className="dialog-overlay"
      isDismissable
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <Modal className="dialog">
        <AriaDialog className="dialog-body">
          <div className="dialog-top">
            <Heading className="dialog-title" slot="title">
              {title}
            </Heading>
            <Button kind="plain" slot="close">
              Close
            </Button>
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
