import { ActionIcon } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import classes from './done-message.module.css'

/** Says at the lower edge of the page what was just done, until it is closed. Without `onClose` there is nothing to say. */
export function DoneMessage({
  onClose,
  children,
}: {
  onClose: (() => void) | undefined
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useKeptFocus(box)
  return (
    <div ref={box} role="status" tabIndex={-1} className={classes['place']}>
      {onClose !== undefined && (
        <div className={classes['box']}>
          <div className="inline shrink anywhere">{children}</div>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Close the message"
            onClick={() => {
              onClose()
              document.querySelector('main')?.focus({ preventScroll: true })
            }}
          >
            <Icon name="close" />
          </ActionIcon>
        </div>
      )}
    </div>
  )
}
