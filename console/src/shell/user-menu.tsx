import { SegmentedControl, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { basePath } from '../api/base-path.ts'
import { signOut, useSession } from '../api/session.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Dropdown } from '../parts/dropdown.tsx'
import { Icon } from '../parts/icon.tsx'
import { MenuItem, MenuItems, MenuLabel, MenuLine } from '../parts/menu-items.tsx'
import { text } from './text.ts'
import classes from './shell.module.css'

/** Who is signed in, and what is theirs: the theme, the keys, the way out. */
export function UserMenu({ onShowKeys }: { onShowKeys: () => void }) {
  const { owner_name: name, roles } = useSession()
  return (
    <div className="to-end">
      <Dropdown
        label={name}
        align="end"
        button={(opener) => (
          <UnstyledButton className={classes['userButton']} {...opener}>
            <Avatar name={name} />
            <span className={classes['userName']}>{name}</span>
            <Icon name="down" size={12} />
          </UnstyledButton>
        )}
      >
        {({ close }) => (
          <MenuItems>
            <MenuLabel>{roles.join(', ') || text.noRole}</MenuLabel>
            <ThemeChoice />
            <MenuLine />
            <MenuItem
              icon="key"
              onClick={() => {
                close()
                onShowKeys()
              }}
            >
              {text.keys}
            </MenuItem>
            <MenuItem icon="link" href={`${basePath}/docs`}>
              {text.reference}
            </MenuItem>
            <MenuLine />
            <MenuItem icon="out" onClick={() => void signOut()}>
              {text.signOut}
            </MenuItem>
          </MenuItems>
        )}
      </Dropdown>
    </div>
  )
}

function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <div className={classes['menuTheme']}>
      <SegmentedControl
        fullWidth
        aria-label={text.theme}
        data={[
          { value: 'light', label: text.light },
          { value: 'dark', label: text.dark },
          { value: 'auto', label: text.auto },
        ]}
        value={colorScheme}
        onChange={(value) => setColorScheme(value === 'light' || value === 'dark' ? value : 'auto')}
      />
    </div>
  )
}
