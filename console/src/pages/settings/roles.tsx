import type { RowOf } from 'muster-sdk'
import { countColumn, textColumn, timeColumn, wordColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { RoleDialog } from './role-dialog.tsx'
import { RolePanel } from './role-panel.tsx'
import { text } from './text.ts'
import classes from './settings.module.css'

const { roles: words } = text

/** The roles that bundle permissions. */
export function Roles() {
  const list = useFilteredList('/workspace/roles', {
    words,
    columns,
    query: { include: ['abilities'] },
    sort: 'name',
  })
  return (
    <List
      list={list}
      actions={
        <DialogButton permission="workspace.role.manage" label={words.create} isPrimary>
          {(close) => <RoleDialog onDone={(id) => list.setUrl({ open: id })} onClose={close} />}
        </DialogButton>
      }
      panel={(role, close) => <RolePanel key={role.id} role={role} onClose={close} />}
    />
  )
}

const columns: readonly Column<RowOf<'/workspace/roles'>>[] = [
  textColumn('name', words.name, ({ name }) => name, { min: 170, sort: 'name' }),
  countColumn('permissions', words.permissions, ({ permissions }) => permissions.length, {
    min: 100,
    grow: 0.4,
  }),
  wordColumn('kind', words.kind, ({ is_system }) => (is_system ? words.system : words.custom), {
    min: 90,
    grow: 0.5,
  }),
  textColumn('description', words.description, ({ description }) => description, {
    min: 240,
    grow: 3,
    cell: ({ description }) => <span className={classes['quiet']}>{description}</span>,
  }),
  timeColumn('created', words.created, ({ timestamp }) => timestamp.created_at, {
    sort: 'created_at',
  }),
]
