import { activeShortcuts, shownKey } from './shortcuts.ts'
import { Dialog } from '../parts/dialog.tsx'
import { text } from '../shell/text.ts'
import classes from './keys-help.module.css'

/** Every key that works on the page behind it. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={text.keys} onClose={onClose}>
      <dl>
        {[...Map.groupBy(activeShortcuts(), ({ label }) => label)].map(([label, shortcuts]) => (
          <div key={label} className={classes['line']}>
            <dt>{label}</dt>
            <dd>
              {shortcuts
                .flatMap(({ keys }) => keys.split(' '))
                .map((key) => (
                  <kbd key={key}>{shownKey(key)}</kbd>
                ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
