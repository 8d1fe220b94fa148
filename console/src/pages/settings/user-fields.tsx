import { expandPatterns, usePermissions } from '../../parts/permissions.ts'
import type { MusterError } from 'muster-sdk'
import { useSession } from '../../api/session.ts'
import { useApi } from '../../api/use-api.ts'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { text } from './text.ts'

const { users: words } = text

/** Chooses roles by name. Those with a permission that the viewer does not hold are not offered, unless they are there already. */
export function RolePicker({
  label,
  value,
  given,
  onChange,
}: {
  label: string
  value: Set<string>
  /** The roles that the person has now. */
  given?: readonly string[]
  onChange: (value: Set<string>) => void
}) {
  const own = new Set(useSession().permissions)
  const { data } = useApi('/workspace/roles', {
    params: { query: { sort: 'name', 'page[size]': '500' } },
  })
  const { permissions: all } = usePermissions()
  const offered = (data?.data ?? []).filter(
    ({ name, permissions }) =>
      given?.includes(name) === true ||
      [...expandPatterns(permissions, all)].every((each) => own.has(each)),
  )
  return (
    <div role="group" aria-label={label} className="column gap-6">
      <div className="medium">{label}</div>
      {offered.map(({ id, name, description }) => (
        <CheckField
          key={id}
          label={name}
          description={description}
          value={value.has(name)}
          onChange={(isIn) => {
            const next = new Set(value)
            if (isIn) next.add(name)
            else next.delete(name)
            onChange(next)
          }}
        />
      ))}
    </div>
  )
}

/** Until when somebody may sign in; an empty one is no end. */
export function LastDayField({
  error,
  ...field
}: {
  value: string
  /** Of the change that sends it. */
  error: MusterError | null
  onChange: (day: string) => void
}) {
  return (
    <TextField
      type="date"
      label={words.lastDay}
      description={words.lastDayHint}
      error={error?.errors['expires_at']?.join(' ')}
      {...field}
    />
  )
}
