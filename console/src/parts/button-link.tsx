import { Button } from '@mantine/core'
import { createLink, type LinkComponent } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import { Icon, type IconName } from './icon.tsx'

type Properties = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style' | 'color'> & {
  ref?: Ref<HTMLAnchorElement>
  icon?: IconName
  isPrimary?: boolean
}

function ButtonAnchor({ icon, isPrimary = false, ...anchor }: Properties) {
  return (
    <Button
      component="a"
      variant={isPrimary ? 'filled' : 'default'}
      leftSection={icon !== undefined && <Icon name={icon} size={14} />}
      {...anchor}
    />
  )
}

/** A link that looks like a button: an action that has its own page. */
export const ButtonLink: LinkComponent<typeof ButtonAnchor> = createLink(ButtonAnchor)
