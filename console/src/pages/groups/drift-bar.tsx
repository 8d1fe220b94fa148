import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { StateBadge } from '../../parts/state-badge.tsx'
import { text } from './text.ts'
import type { Drift } from './use-drift.ts'
import type { Group } from './use-group.ts'
import classes from './groups.module.css'

const { drift: words } = text

/** How the manifest and the members at the vendor differ; each difference narrows its list. */
export function DriftBar({
  group,
  drift,
  shown,
  only,
  onOnly,
}: {
  group: Group
  drift: Drift | undefined
  /** The list that stands below. */
  shown: 'manifest' | 'members'
  only: boolean
  onOnly: (only: boolean) => void
}) {
  if (drift === undefined) return <div className={classes['drift']} />
  const { missing, extra, extraState, manifest } = drift
  const params = { resource: group.id }
  const own = shown === 'manifest' ? missing.length : extra.length
  const other = shown === 'manifest' ? extra.length : missing.length
  const ownState = shown === 'manifest' ? 'missing' : extraState
  const otherState = shown === 'manifest' ? extraState : 'missing'
  return (
    <div className={classes['drift']}>
      <span>
        <b>{manifest.size.toLocaleString('en')}</b> {words.should}
      </span>
      <span>
        <b>{(group.members ?? 0).toLocaleString('en')}</b> {words.has}
      </span>
      {(own > 0 || only) && (
        <UnstyledButton
          className={classes['only']}
          aria-pressed={only}
          title={only ? words.all : shown === 'manifest' ? words.onlyMissing : words.onlyExtra}
          onClick={() => onOnly(!only)}
        >
          <StateBadge state={ownState} /> {own.toLocaleString('en')}
        </UnstyledButton>
      )}
      {other > 0 && (
        <Link
          to={shown === 'manifest' ? '/groups/$resource/vendor' : '/groups/$resource'}
          params={params}
          search={{ only: shown === 'manifest' ? 'extra' : 'missing' }}
          className={classes['only']}
          title={shown === 'manifest' ? words.onlyExtra : words.onlyMissing}
        >
          <StateBadge state={otherState} /> {other.toLocaleString('en')}
        </Link>
      )}
    </div>
  )
}
