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
  const differences = [
    { state: 'missing', list: 'manifest', count: missing.length },
    { state: extraState, list: 'members', count: extra.length },
  ] as const
  return (
    <div className={classes['drift']}>
      <span>
        <b>{manifest.size.toLocaleString('en')}</b> {words.should}
      </span>
      <span>
        <b>{(group.members ?? 0).toLocaleString('en')}</b> {words.has}
      </span>
      {differences.map(({ state, list, count }) => {
        const content = (
          <>
            <StateBadge state={state} /> {count.toLocaleString('en')}
          </>
        )
        const title = list === 'manifest' ? words.onlyMissing : words.onlyExtra
        if (list === shown)
          return (
            (count > 0 || only) && (
              <UnstyledButton
                key={list}
                className={classes['only']}
                aria-pressed={only}
                title={only ? words.all : title}
                onClick={() => onOnly(!only)}
              >
                {content}
              </UnstyledButton>
            )
          )
        return (
          count > 0 && (
            <Link
              key={list}
              to={list === 'manifest' ? '/groups/$resource' : '/groups/$resource/vendor'}
              params={{ resource: group.id }}
              search={{ only: list === 'manifest' ? 'missing' : 'extra' }}
              className={classes['only']}
              title={title}
            >
              {content}
            </Link>
          )
        )
      })}
    </div>
  )
}
