import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { can, Can, type Actionable } from './can.tsx'
import { Dropdown } from './dropdown.tsx'
import { Icon } from './icon.tsx'
import { MenuItem, MenuItems } from './menu-items.tsx'

export type MenuAction = {
  label: string
  /** The name in `abilities`. */
  ability: string
  /** False where it makes no sense, though it is allowed. */
  isOffered?: boolean
  /** What it does at once, or the dialog that it opens. */
  run?: () => void
  dialog?: (close: () => void) => ReactNode
}

/** What may be done with a record now, below one button. Absent where nothing may. */
export function ActionsMenu({
  record,
  actions,
}: {
  record: Actionable
  actions: readonly MenuAction[]
}) {
  const [open, setOpen] = useState<string>()
  const allowed = actions.filter(
    ({ ability, isOffered = true }) => isOffered && can(record, ability),
  )
  return (
    <>
      {allowed.length > 0 && (
        <Dropdown
          label="Actions"
          align="end"
          button={(opener) => (
            <Button rightSection={<Icon name="down" size={12} />} {...opener}>
              Actions
            </Button>
          )}
        >
          {({ close }) => (
            <MenuItems>
              {allowed.map(({ label, ability, run }) => (
                <Can key={label} record={record} action={ability}>
                  <MenuItem
                    onClick={() => {
                      close()
                      if (run === undefined) setOpen(label)
                      else run()
                    }}
                  >
                    {label}
                  </MenuItem>
                </Can>
              ))}
            </MenuItems>
          )}
        </Dropdown>
      )}
      {actions.find(({ label }) => label === open)?.dialog?.(() => setOpen(undefined))}
    </>
  )
}
