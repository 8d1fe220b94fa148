import { useMemo } from 'react'
import { useApi } from '../../api/use-api.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Id } from '../../parts/id.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { withInstants } from '../../parts/instants.ts'
import { Drawing } from './drawing.tsx'
import type { Explanation } from './explanation.ts'
import { lanesOf } from './lanes.ts'
import { PastStay } from './past-stay.tsx'
import { SentenceList } from './sentence-list.tsx'
import { pendingWords } from './sentences.ts'
import { text } from './text.ts'
import classes from './why.module.css'

/** Why a person is in the manifest of a ruleset, or not: drawn, and in sentences. `stay`: one that may have ended. */
export function WhyView({
  person,
  ruleset,
  stay,
}: {
  person: string
  ruleset: string
  stay?: string | undefined
}) {
  const { data, error, refetch } = useApi('/directory/users/{user}/explain', {
    params: { path: { user: person }, query: { ruleset } },
  })
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined) return <div className={classes['loading']} aria-busy />
  return (
    <>
      <Explained explanation={data} />
      {stay !== undefined && stay !== data.policy_user?.id && <PastStay stay={stay} />}
    </>
  )
}

function Explained({ explanation }: { explanation: Explanation }) {
  const { verdict, why, included, eligibility, pending, withheld } = explanation
  const lanes = useMemo(() => lanesOf(explanation), [explanation])
  return (
    <div className={classes['why']}>
      <div className={classes['verdict']} data-verdict={verdict}>
        <StateBadge state={verdict} />
        <p className={classes['line']}>
          <b>
            <bdi>{included.directory_user.full_name}</bdi>
          </b>{' '}
          {withInstants(why)}
        </p>
      </div>
      {!eligibility.is_eligible && (
        <Notice words={text.notEligible(eligibility.reasons.join(', '))} />
      )}
      {pending.map((each) => (
        <Notice
          key={each.identity_id}
          words={`${each.incident_id === null ? text.pending.unread : text.pending.title} (${each.integration_handle}): ${pendingWords(each)}. ${text.pending.note}`}
        >
          {each.incident_id !== null && (
            <span className={classes['incident']}>
              <PageLink to="/incidents/$incident" params={{ incident: each.incident_id }}>
                {text.pending.incident}
              </PageLink>
              <Id value={each.incident_id} />
            </span>
          )}
        </Notice>
      ))}
      {withheld.length > 0 && <Notice words={text.withheld} />}
      <Drawing explanation={explanation} lanes={lanes} />
      <SentenceList explanation={explanation} lanes={lanes} />
    </div>
  )
}

function Notice({ words, children }: { words: string; children?: React.ReactNode }) {
  return (
    <div className={classes['notice']}>
      <Icon name="warning" />
      <div>
        {words} {children}
      </div>
    </div>
  )
}
