import { Button } from '@mantine/core'
import { Dropdown } from './dropdown.tsx'
import { Icon } from './icon.tsx'
import { MenuItem, MenuItems } from './menu-items.tsx'

export type MenuAction = { label: string; isAllowed: boolean; run: () => void }

/** What may be done with a record now, below one button. Absent where nothing may. */
export function ActionsMenu({ actions }: { actions: readonly MenuAction[] }) {
  const allowed = actions.filter(({ isAllowed }) => isAllowed)
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
      {(close) => (
        <MenuItems>
          {allowed.map(({ label, run }) => (
            <MenuItem
              key={label}
              onClick={() => {
                close()
                run()
              }}
            >
              {label}
            </MenuItem>
          ))}
        </MenuItems>
      )}
    </Dropdown>
  )
}
