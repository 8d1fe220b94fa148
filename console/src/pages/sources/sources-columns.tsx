import { Link } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { Icon } from '../../parts/icon.tsx'
import { Middle } from '../../parts/middle.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { stateColumn } from '../../parts/column-kinds.tsx'
import { Time } from '../../parts/time.tsx'
import { AccountCount, LastChange } from './source-facts.tsx'
import { withLabels } from '../connect/connectors.ts'
import { text } from './text.ts'
import classes from './sources.module.css'

type Source = RowOf<'/workspace/integrations'>

const { columns: names } = text

export const sourcesColumns: readonly Column<Source>[] = [
  {
    id: 'name',
    header: names.name,
    min: 200,
    grow: 2,
    sort: 'name',
    text: ({ name }) => name,
    cell: ({ id, name, handle, is_primary: isPrimary }) => (
      <>
        <Link
          to="/sources/$integration"
          params={{ integration: id }}
          className={classes['name']}
          tabIndex={-1}
        >
          <Middle text={name} />
        </Link>
        {handle !== name && <code className={classes['quiet']}>{handle}</code>}
        {isPrimary && <span className={classes['primary']}>{text.primary}</span>}
      </>
    ),
  },
  {
    id: 'held',
    header: names.incident,
    min: 110,
    grow: 0.7,
    text: ({ count }) => String(count.held_users),
    cell: ({ incident_id: incident, count }) =>
      incident === null ? (
        <span className={classes['quiet']}>–</span>
      ) : (
        <span className={classes['held']}>
          <Icon name="warning" size={13} />
          {text.held(count.held_users)}
        </span>
      ),
  },
  stateColumn(names.state),
  {
    id: 'run',
    header: names.run,
    min: 190,
    grow: 0.8,
    text: ({ last_run: run }) => run?.state ?? '',
    cell: ({ last_run: run, type }) =>
      run === null ? (
        <span className={classes['quiet']}>{text.neverRun}</span>
      ) : (
        <>
          <span title={run.failure === null ? undefined : withLabels({ type }, run.failure)}>
            <StateBadge state={run.state} />
          </span>
          <Time at={run.finished_at ?? run.started_at} />
        </>
      ),
  },
  {
    id: 'accounts',
    header: names.accounts,
    min: 100,
    grow: 0.5,
    align: 'end',
    text: () => '',
    cell: ({ id }) => <AccountCount integration={id} />,
  },
  {
    id: 'last',
    header: names.last,
    min: 130,
    grow: 0.7,
    text: () => '',
    cell: ({ id }) => <LastChange integration={id} />,
  },
  {
    id: 'vendor',
    header: names.vendor,
    min: 140,
    text: ({ vendor }) => text.vendors[vendor],
    cell: ({ vendor }) => text.vendors[vendor],
  },
  {
    id: 'type',
    header: names.type,
    min: 100,
    grow: 0.6,
    text: ({ type }) => text.types[type],
    cell: ({ type }) => text.types[type],
  },
]
