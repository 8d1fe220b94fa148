import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import classes from './dropdown.module.css'

/** The lines of a dropdown that is a list of actions. */
export function MenuItems({ children }: { children: ReactNode }) {
  return <div className={classes['menu']}>{children}</div>
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className={classes['menuLabel']}>{children}</div>
}

export function MenuLine() {
  return <div className={classes['menuLine']} />
}

/** An action, or a link where it has an address. */
export function MenuItem({
  icon,
  href,
  onClick,
  children,
}: {
  icon?: IconName
  href?: string
  onClick?: () => void
  children: ReactNode
}) {
  const content = (
    <>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </>
  )
  if (href !== undefined)
    return (
      <a className={classes['menuItem']} href={href} target="_blank" rel="noreferrer">
        {content}
      </a>
    )
  return (
    <UnstyledButton className={classes['menuItem']} onClick={onClick}>
      {content}
    </UnstyledButton>
  )
}
