import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Icon } from './icon.tsx'

/** Copies the address of the page, which has its filters, order and columns. */
export function CopyView() {
  const { copy, copied } = useClipboard({ timeout: 1500 })
  const label = copied ? 'Copied' : 'Copy link of this view'
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={label}
      title={label}
      onClick={() => copy(location.href)}
    >
      <Icon name={copied ? 'check' : 'copy'} />
    </ActionIcon>
  )
}
