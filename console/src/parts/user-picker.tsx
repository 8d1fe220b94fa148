import { TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { RowOf } from 'muster-sdk'
import { useApi } from '../api/use-api.ts'
import { Avatar } from './avatar.tsx'
import { StateBadge } from './state-badge.tsx'
import classes from './user-picker.module.css'

export type PickedUser = Pick<RowOf<'/workspace/users'>, 'id' | 'name' | 'email' | 'state'>

const fewestLetters = 3

/** Chooses one of the people who sign in, by a few letters of their name. */
export function UserPicker({
  label,
  value,
  onChange,
}: {
  label: string
  value: PickedUser | undefined
  onChange: (user: PickedUser | undefined) => void
}) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 120)
  const isSearch = search.length >= fewestLetters
  const { data, error } = useApi('/workspace/users', {
    params: {
      query: {
        'page[size]': '6',
        sort: 'name',
        ...(isSearch && { 'filter[name_search]': search }),
      },
    },
  })
  if (value !== undefined)
    return (
      <div>
        <div className={classes['label']}>{label}</div>
        <div className={classes['chosen']}>
          <UserLine user={value} />
          <UnstyledButton className={classes['change']} onClick={() => onChange(undefined)}>
            Change
          </UnstyledButton>
        </div>
      </div>
    )
  return (
    <div>
      <TextInput
        label={label}
        placeholder="Type three letters of a name"
        value={typed}
        autoComplete="off"
        data-autofocus
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <ul className={classes['found']} aria-label="Matches">
        {(data?.data ?? []).map((user) => (
          <li key={user.id}>
            <UnstyledButton className={classes['user']} onClick={() => onChange(user)}>
              <UserLine user={user} />
            </UnstyledButton>
          </li>
        ))}
        {data?.data.length === 0 && <li className={classes['none']}>Nobody matches</li>}
        {error !== null && <li className={classes['none']}>{error.message}</li>}
      </ul>
    </div>
  )
}

function UserLine({ user: { name, email, state } }: { user: PickedUser }) {
  return (
    <span className={classes['line']}>
      <Avatar name={name} />
      <span className={classes['names']}>
        <span>{name}</span>
        {email !== null && <span className={classes['email']}>{email}</span>}
      </span>
      {state !== 'active' && <StateBadge state={state} />}
    </span>
  )
}
