import { Checkbox } from '@mantine/core'
import { useSession } from '../../api/session.ts'
import { useApi } from '../../api/use-api.ts'
import { expandPatterns, usePermissions } from '../../parts/permissions.ts'
import classes from './settings.module.css'

/** Chooses roles by name. Those with a permission that the viewer does not hold are not offered, unless they are there already. */
export function RolePicker({
  label,
  value,
  given,
  onChange,
}: {
  label: string
  value: ReadonlySet<string>
  /** The roles that the person has now. */
  given?: readonly string[]
  onChange: (value: ReadonlySet<string>) => void
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
    <div role="group" aria-label={label} className={classes['options']}>
      <div className={classes['label']}>{label}</div>
      {offered.map(({ id, name, description }) => (
        <Checkbox
          key={id}
          label={name}
          description={description}
          checked={value.has(name)}
          onChange={({ currentTarget }) => {
            const next = new Set(value)
            if (currentTarget.checked) next.add(name)
            else next.delete(name)
            onChange(next)
          }}
        />
      ))}
    </div>
  )
}
