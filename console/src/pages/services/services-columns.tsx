import { Link } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { stateColumn } from '../../parts/column-kinds.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from './text.ts'
import classes from './services.module.css'

export type ServiceRow = RowOf<'/workspace/services'>

const { columns: names } = text

export const servicesColumns: readonly Column<ServiceRow>[] = [
  {
    id: 'name',
    header: names.name,
    min: 190,
    grow: 1.5,
    sort: 'name',
    text: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link
        to="/services/$service"
        params={{ service: id }}
        className={classes['name']}
        tabIndex={-1}
      >
        <Middle text={name} />
      </Link>
    ),
  },
  {
    id: 'admins',
    header: names.admins,
    min: 120,
    grow: 0.6,
    text: ({ is_unattended }) => (is_unattended ? text.unattended : text.attended),
    cell: ({ is_unattended }) =>
      is_unattended ? (
        <StateBadge state="unattended" />
      ) : (
        <span className={classes['attended']}>{text.attended}</span>
      ),
  },
  stateColumn(names.state),
  {
    id: 'handle',
    header: names.handle,
    min: 150,
    text: ({ handle }) => handle,
    cell: ({ handle }) => <code className={classes['handle']}>{handle}</code>,
  },
  {
    id: 'description',
    header: names.description,
    min: 240,
    grow: 3,
    text: ({ description }) => description,
    cell: ({ description }) => <span className={classes['description']}>{description}</span>,
  },
  {
    id: 'created',
    header: names.created,
    min: 110,
    grow: 0.6,
    sort: 'created_at',
    text: ({ timestamp }) => timestamp.created_at,
    cell: ({ timestamp }) => <Time at={timestamp.created_at} />,
  },
]
