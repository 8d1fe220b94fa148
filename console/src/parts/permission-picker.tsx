import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { areaWord, byArea, type NamedPermission } from './permissions.ts'
import classes from './permission-picker.module.css'

/** Chooses permissions, by area. The heading of an area chooses all of it. */
export function PermissionPicker({
  permissions,
  value,
  onChange,
}: {
  /** Those that are offered. */
  permissions: readonly NamedPermission[]
  value: Set<string>
  onChange: (value: Set<string>) => void
}) {
  const put = (names: readonly string[], isIn: boolean) => {
    const next = new Set(value)
    for (const name of names) {
      if (isIn) next.add(name)
      else next.delete(name)
    }
    onChange(next)
  }
  return (
    <div className={classes['areas']}>
      {byArea(permissions).map(([area, all]) => (
        <Area key={area} area={area} all={all} value={value} put={put} />
      ))}
    </div>
  )
}

function Area({
  area,
  all,
  value,
  put,
}: {
  area: string
  all: readonly NamedPermission[]
  value: ReadonlySet<string>
  put: (names: readonly string[], isIn: boolean) => void
}) {
  const names = all.map(({ name }) => name)
  const count = names.filter((name) => value.has(name)).length
  return (
    <div role="group" aria-label={areaWord(area)} className="clip rounded bordered">
      <Checkbox
        className={classes['heading'] ?? ''}
        label={`${areaWord(area)} · ${count} of ${names.length}`}
        checked={count === names.length}
        indeterminate={count > 0 && count < names.length}
        onChange={() => put(names, count < names.length)}
      />
      {all.map(({ name, description }) => (
        <Checkbox
          key={name}
          className={classes['permission'] ?? ''}
          label={<code>{name}</code>}
          description={description}
          checked={value.has(name)}
          onChange={({ currentTarget }) => put([name], currentTarget.checked)}
        />
      ))}
    </div>
  )
}

/** The permissions that something has, by area, with what they mean. */
export function PermissionList({
  permissions,
  held,
  note,
}: {
  permissions: readonly NamedPermission[]
  held: ReadonlySet<string>
  /** What else there is to say of one, by its name. */
  note?: (name: string) => ReactNode
}) {
  return (
    <div className={classes['areas']}>
      {byArea(permissions.filter(({ name }) => held.has(name))).map(([area, all]) => (
        <div key={area} role="group" aria-label={areaWord(area)} className="clip rounded bordered">
          <p className={classes['title']}>{areaWord(area)}</p>
          {all.map(({ name, description }) => (
            <div key={name} className={classes['held']}>
              <code>{name}</code>
              <span>{description}</span>
              {note !== undefined && <span>{note(name)}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
