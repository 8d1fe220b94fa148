import { Menu, SegmentedControl, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { signOut, useSession } from '../api/session.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Icon } from '../parts/icon.tsx'
import { text } from './text.ts'
import classes from './shell.module.css'

/** Who is signed in, and what is theirs: the theme, the keys, the way out. */
export function UserMenu({ onShowKeys }: { onShowKeys: () => void }) {
  const { owner_name: name, roles } = useSession()
  return (
    <Menu position="bottom-end" width={240} offset={4}>
      <Menu.Target>
        <UnstyledButton className={classes['user']} aria-label={name}>
          <Avatar name={name} />
          <span className={classes['userName']}>{name}</span>
          <Icon name="down" size={12} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{roles.join(', ') || 'No role'}</Menu.Label>
        <ThemeChoice />
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="key" />} onClick={onShowKeys}>
          {text.keys}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="link" />} component="a" href="/docs" target="_blank">
          {text.reference}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="out" />} onClick={() => void signOut()}>
          {text.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
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
