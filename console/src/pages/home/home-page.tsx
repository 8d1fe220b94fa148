import { useSummary, type Summary } from '../../api/use-summary.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Page } from '../../parts/page.tsx'
import { Changes } from './changes.tsx'
import { Days } from './days.tsx'
import { Decisions } from './decisions.tsx'
import { FirstSource } from './first-source.tsx'
import { HomeSkeleton } from './home-skeleton.tsx'
import { OwnGroups } from './own-groups.tsx'
import { PeopleByState } from './people-by-state.tsx'
import { text } from './text.ts'
import classes from './home.module.css'

/** What waits for a decision, then who comes and goes, then what changed. Parts that the viewer may not see are left out. */
export function HomePage() {
  const { data, error, refetch } = useSummary()
  return (
    <Page title={text.title}>
      <div className={classes['home']}>
        {data !== undefined && <Parts summary={data} />}
        {data === undefined && error === null && <HomeSkeleton />}
        {data === undefined && error !== null && (
          <ErrorState error={error} retry={() => void refetch()} />
        )}
      </div>
    </Page>
  )
}

function Parts({ summary }: { summary: Summary }) {
  const { decisions, people, days, changes } = summary
  const seesDecisions = Object.values(decisions).some((each) => each !== null)
  if (!seesDecisions && people === null && changes === null)
    return <EmptyState title={text.noPermission} />
  return (
    <>
      {people !== null && Object.values(people).every((count) => count === 0) && <FirstSource />}
      {seesDecisions && <Decisions decisions={decisions} />}
      {decisions.rulesets_with_findings !== null && <OwnGroups />}
      <div className={classes['pair']}>
        {people !== null && <PeopleByState people={people} />}
        {days !== null && <Days days={days} />}
      </div>
      {changes !== null && <Changes changes={changes} />}
    </>
  )
}
