import { Link } from '@tanstack/react-router'
import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'
import { StateBadge } from '../../parts/state-badge.tsx'
import { text } from './text.ts'
import type { Group } from './use-group.ts'
import classes from './groups.module.css'

const { drift: words } = text
const differences = ['missing', 'extra', 'role_differs', 'unmanaged'] as const

/** How the manifest and the members at the vendor differ. Each difference leads to its people. */
export function DriftBar({ group: { id, ruleset, members } }: { group: Group }) {
  const maySee = useMay('directory.user.view')
  const isCompared = maySee && ruleset !== null && members !== null
  const { data } = useApiIf(isCompared, '/directory/resources/{resource}/drift', {
    params: { path: { resource: id }, query: { include: ['counts'], 'page[size]': '1' } },
  })
  const count = data?.count
  if (!isCompared || count === undefined) return <div className={classes['drift']} />
  const should = count.missing + count.role_differs + count.in_sync
  return (
    <div className={classes['drift']}>
      <span>
        <b>{should.toLocaleString('en')}</b> {words.should}
      </span>
      <span>
        <b>{members.toLocaleString('en')}</b> {words.has}
      </span>
      {differences
        .filter((status) => count[status] > 0)
        .map((status) => (
          <Link
            key={status}
            to="/groups/$resource/compare"
            params={{ resource: id }}
            search={{ status }}
            className={classes['only']}
            title={words.only[status]}
          >
            <StateBadge state={status} /> {count[status].toLocaleString('en')}
          </Link>
        ))}
    </div>
  )
}
