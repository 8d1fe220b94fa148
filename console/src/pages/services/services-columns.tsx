import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { NameLink, stateColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import { text } from './text.ts'
import classes from './services.module.css'

export type ServiceRow = RowOf<'/workspace/services'>

const { columns: names } = text

export const servicesColumns: readonly Column<ServiceRow>[] = [
  textColumn('name', names.name, ({ name }) => name, {
    min: 190,
    grow: 1.5,
    sort: 'name',
    cell: ({ id, name }) => (
      <NameLink to="/services/$service" params={{ service: id }}>
        <Middle text={name} />
      </NameLink>
    ),
  }),
  textColumn(
    'admins',
    names.admins,
    ({ is_unattended }) => (is_unattended ? text.unattended : text.attended),
    {
      min: 120,
      grow: 0.6,
      cell: ({ is_unattended }) =>
        is_unattended ? (
          <StateBadge state="unattended" />
        ) : (
          <span className={classes['attended']}>{text.attended}</span>
        ),
    },
  ),
  stateColumn(names.state),
  textColumn('handle', names.handle, ({ handle }) => handle, {
    min: 150,
    cell: ({ handle }) => <code className={classes['handle']}>{handle}</code>,
  }),
  textColumn('description', names.description, ({ description }) => description, {
    min: 240,
    grow: 3,
    cell: ({ description }) => <span className={classes['description']}>{description}</span>,
  }),
  timeColumn('created', names.created, ({ timestamp }) => timestamp.created_at, {
    sort: 'created_at',
  }),
]
