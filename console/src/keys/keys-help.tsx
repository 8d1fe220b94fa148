import { Kbd, Modal } from '@mantine/core'
import { activeShortcuts } from './shortcuts.ts'
import { shownKey } from './shown-key.ts'
import { text } from '../shell/text.ts'
import classes from './keys-help.module.css'

/** Every key that works on the page behind it. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={text.keys} size={420}>
      <dl className={classes['keys']}>
        {activeShortcuts().map(({ keys, label }) => (
          <div key={keys} className={classes['line']}>
            <dt>{label}</dt>
            <dd>
              {keys.split(' ').map((key) => (
                <Kbd key={key}>{shownKey(key)}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
