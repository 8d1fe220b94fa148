import { Button } from '@mantine/core'
import { useState } from 'react'
import type { RowOf } from 'muster-sdk'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import type { Column } from '../../parts/columns.ts'
import { May } from '../../parts/can.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Middle } from '../../parts/middle.tsx'
import { PanelList } from '../../parts/panel-list.tsx'
import { Time } from '../../parts/time.tsx'
import { Total } from '../../parts/total.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { RolePanel } from './role-panel.tsx'
import { text } from './text.ts'
import classes from './settings.module.css'

type Role = RowOf<'/workspace/roles'>

const { roles: words } = text

/** The roles that bundle permissions. */
export function Roles() {
  const [url, setUrl] = useUrlState()
  const [isCreating, setIsCreating] = useState(false)
  const list = useList('/workspace/roles', {
    params: {
      query: {
        sort: sorts.find((each) => each === url['sort']) ?? 'name',
        'page[total]': 'true',
        include: ['abilities'],
      },
    },
  })
  return (
    <>
      <PanelList
        label={text.tabs.roles}
        list={list}
        columns={columns}
        usualSort="name"
        bar={
          <FilterBar url={url} onChange={setUrl}>
            <Total total={list.total} label={words.count} />
            <May permission="workspace.role.manage">
              <Button
                variant="filled"
                leftSection={<Icon name="plus" size={12} />}
                onClick={() => setIsCreating(true)}
              >
                {words.create}
              </Button>
            </May>
          </FilterBar>
        }
        panel={(role, close) => <RolePanel key={role.id} role={role} onClose={close} />}
        empty={<EmptyState title={words.none} />}
      />
      {isCreating && (
        <RoleDialog onDone={(id) => setUrl({ open: id })} onClose={() => setIsCreating(false)} />
      )}
    </>
  )
}

const sorts = ['name', '-name', 'created_at', '-created_at'] as const

const columns: readonly Column<Role>[] = [
  {
    id: 'name',
    header: words.name,
    min: 170,
    sort: 'name',
    text: ({ name }) => name,
    cell: ({ name }) => <Middle text={name} />,
  },
  {
    id: 'permissions',
    header: words.permissions,
    min: 100,
    grow: 0.4,
    align: 'end',
    text: ({ permissions }) => String(permissions.length),
    cell: ({ permissions }) => permissions.length,
  },
  {
    id: 'kind',
    header: words.kind,
    min: 90,
    grow: 0.5,
    text: ({ is_system }) => (is_system ? words.system : words.custom),
    cell: ({ is_system }) => (is_system ? words.system : words.custom),
  },
  {
    id: 'description',
    header: words.description,
    min: 240,
    grow: 3,
    text: ({ description }) => description,
    cell: ({ description }) => <span className={classes['quiet']}>{description}</span>,
  },
  {
    id: 'created',
    header: words.created,
    min: 110,
    grow: 0.6,
    sort: 'created_at',
    text: ({ timestamp }) => timestamp.created_at,
    cell: ({ timestamp }) => <Time at={timestamp.created_at} />,
  },
]
