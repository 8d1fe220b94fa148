import { UnstyledButton } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Icon } from './icon.tsx'
import classes from './id.module.css'

/** An id, an address or another value that people paste elsewhere: one click copies it. */
export function Id({ value }: { value: string }) {
  const { copy, copied } = useClipboard({ timeout: 1500 })
  return (
    <UnstyledButton
      className={classes['id']}
      title={value}
      aria-label={copied ? `Copied ${value}` : `Copy ${value}`}
      onClick={() => copy(value)}
    >
      <span className="ellipsis">{value}</span>
      <Icon name={copied ? 'check' : 'copy'} size={13} />
    </UnstyledButton>
  )
}
