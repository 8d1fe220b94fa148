import { Button } from '@mantine/core'
import { can, Can, type Actionable } from './can.tsx'
import { Dropdown } from './dropdown.tsx'
import { Icon } from './icon.tsx'
import { MenuItem, MenuItems } from './menu-items.tsx'

type MenuAction = {
  label: string
  /** The name in `abilities`. */
  ability: string
  /** False where it makes no sense, though it is allowed. */
  isOffered?: boolean
  run: () => void
}

/** What may be done with a record now, below one button. Absent where nothing may. */
export function ActionsMenu({
  record,
  actions,
}: {
  record: Actionable
  actions: readonly MenuAction[]
}) {
  const allowed = actions.filter(
    ({ ability, isOffered = true }) => isOffered && can(record, ability),
  )
  if (allowed.length === 0) return null
  return (
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
                  run()
                }}
              >
                {label}
              </MenuItem>
            </Can>
          ))}
        </MenuItems>
      )}
    </Dropdown>
  )
}
