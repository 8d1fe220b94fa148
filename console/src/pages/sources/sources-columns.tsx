import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { Icon } from '../../parts/icon.tsx'
import { Middle } from '../../parts/middle.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { NameLink, stateColumn, textColumn, wordColumn } from '../../parts/column-kinds.tsx'
import { Time } from '../../parts/time.tsx'
import { AccountCount, LastChange } from './source-facts.tsx'
import { withLabels } from '../connect/connectors.ts'
import { text } from './text.ts'
import classes from './sources.module.css'

type Source = RowOf<'/workspace/integrations'>

const { columns: names } = text

export const sourcesColumns: readonly Column<Source>[] = [
  textColumn('name', names.name, ({ name }) => name, {
    min: 200,
    grow: 2,
    sort: 'name',
    cell: ({ id, name, handle, is_primary: isPrimary }) => (
      <>
        <NameLink to="/sources/$integration" params={{ integration: id }}>
          <Middle text={name} />
        </NameLink>
        {handle !== name && <code className={classes['quiet']}>{handle}</code>}
        {isPrimary && <span className={classes['primary']}>{text.primary}</span>}
      </>
    ),
  }),
  textColumn('held', names.incident, ({ count }) => String(count.held_users), {
    min: 110,
    grow: 0.7,
    cell: ({ incident_id: incident, count }) =>
      incident === null ? (
        <span className={classes['quiet']}>–</span>
      ) : (
        <span className={classes['held']}>
          <Icon name="warning" size={13} />
          {text.held(count.held_users)}
        </span>
      ),
  }),
  stateColumn(names.state),
  textColumn('run', names.run, ({ last_run: run }) => run?.state, {
    min: 190,
    grow: 0.8,
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
  }),
  textColumn('accounts', names.accounts, () => '', {
    min: 100,
    grow: 0.5,
    align: 'end',
    cell: ({ id }) => <AccountCount integration={id} />,
  }),
  textColumn('last', names.last, () => '', {
    grow: 0.7,
    cell: ({ id }) => <LastChange integration={id} />,
  }),
  wordColumn('vendor', names.vendor, ({ vendor }) => text.vendors[vendor], { min: 140 }),
  wordColumn('type', names.type, ({ type }) => text.types[type], { min: 100, grow: 0.6 }),
]
