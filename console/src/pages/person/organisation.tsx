import { Link, useNavigate } from '@tanstack/react-router'
import { useList } from '../../api/use-list.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { reportColumns } from './report-columns.tsx'
import { text } from './text.ts'
import { useManagerChain } from './use-manager-chain.ts'
import { usePerson, type Person } from './use-person.ts'
import classes from './person.module.css'

const { organisation: words } = text

/** Where the person stands: the managers above, and the people who report to them. */
export function Organisation() {
  const { data: person } = usePerson()
  return person === undefined ? null : <OrganisationOf person={person} />
}

function OrganisationOf({ person }: { person: Person }) {
  const navigate = useNavigate()
  const list = useList('/directory/users/{user}/direct-report-users', {
    params: { path: { user: person.id } },
  })
  return (
    <div className={classes['column']}>
      <div className={classes['above']}>
        <h2 className={classes['heading']}>{words.chain}</h2>
        <Chain person={person} />
        <h2 className={classes['heading']}>{words.reports}</h2>
      </div>
      <DataTable
        label={words.reports}
        list={list}
        columns={reportColumns}
        onOpen={({ id }) =>
          void navigate({ to: '/people/$user/organisation', params: { user: id } })
        }
        empty={<EmptyState title={words.noReports} />}
      />
    </div>
  )
}

function Chain({ person }: { person: Person }) {
  const { data: managers = [] } = useManagerChain(person)
  return (
    <div className={classes['chain']}>
      {managers.map(({ id, full_name }) => (
        <span key={id} className={classes['step']}>
          <Link to="/people/$user/organisation" params={{ user: id }} className={classes['node']}>
            <Avatar name={full_name} />
            {full_name}
          </Link>
          <Icon name="right" size={12} />
        </span>
      ))}
      <span className={classes['node']} data-self>
        <Avatar name={person.full_name} />
        {person.full_name}
      </span>
      {person.included.user_manager === null && <span>{words.noManager}</span>}
    </div>
  )
}
