import { SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useOnce, type Once } from '../../api/use-once.ts'
import { Choice } from '../../parts/choice.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PermissionPicker } from '../../parts/permission-picker.tsx'
import type { NamedPermission } from '../../parts/permissions.ts'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { text } from './text.ts'
import classes from './credentials.module.css'

const { tokens: words } = text

type Power = 'read' | 'all' | 'some'
export type NewToken = { name: string; scopes: string[]; expires_in_days?: number }

/** Without a number it is the API's: 90 days, or until that ends with which the session was opened. */
const usual = 'usual'
const lives = [
  { value: '7', label: words.days(7) },
  { value: '30', label: words.days(30) },
  { value: usual, label: words.usual },
  { value: '365', label: words.year },
]

/** Asks what a new token may do and how long it lives, issues it, and shows its secret once. */
export function IssueTokenDialog({
  title,
  permissions,
  powers,
  issue,
  onClose,
}: {
  title: string
  /** Those that the token can have at most. */
  permissions: readonly NamedPermission[]
  /** What each kind of power means for this owner. */
  powers: Readonly<Record<Power, { label: string; detail: string }>>
  issue: (token: NewToken, once: Once) => Promise<{ token: string }>
  onClose: () => void
}) {
  const [name, setName] = useState('')
  const [power, setPower] = useState<Power>('read')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [days, setDays] = useState(usual)
  const change = useOnce((once) =>
    issue(
      {
        name: name.trim(),
        scopes: scopesOf(power, chosen),
        ...(days !== usual && { expires_in_days: Number(days) }),
      },
      once,
    ),
  )
  if (change.data !== undefined)
    return (
      <SecretDialog title={words.secretTitle} secret={change.data.token} onClose={onClose}>
        {words.secretWhy}
      </SecretDialog>
    )
  return (
    <FormDialog
      title={title}
      action={words.issue}
      isReady={
        name.trim() !== '' && change.lost !== 'made' && (power !== 'some' || chosen.size > 0)
      }
      isPending={change.isPending}
      error={change.lost === 'made' ? null : change.error}
      onClose={onClose}
      onSubmit={() => change.mutate()}
    >
      <TextInput
        label={words.nameLabel}
        placeholder={words.namePlaceholder}
        value={name}
        maxLength={200}
        data-autofocus
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Choice
        label={words.power}
        value={power}
        onChange={setPower}
        options={(['read', 'some', 'all'] as const).map((value) => {
          const { label, detail } = powers[value]
          return { value, label, detail }
        })}
      />
      {power === 'some' && (
        <div className={classes['picker']}>
          <PermissionPicker permissions={permissions} value={chosen} onChange={setChosen} />
        </div>
      )}
      <div>
        <div className={classes['label']}>{words.life}</div>
        <SegmentedControl
          fullWidth
          aria-label={words.life}
          data={lives}
          value={days}
          onChange={setDays}
        />
      </div>
      {change.lost !== undefined && <Notice tone="warning">{words.lost[change.lost]}</Notice>}
    </FormDialog>
  )
}

function scopesOf(power: Power, chosen: ReadonlySet<string>): string[] {
  if (power === 'read') return ['*.view']
  return power === 'all' ? ['*'] : [...chosen]
}
