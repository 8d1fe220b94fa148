import type { ReactNode } from 'react'
import { useMay } from '../../api/session.ts'
import { useSummary } from '../../api/use-summary.ts'
import { ButtonLink } from '../../parts/button-link.tsx'
import type { Run } from './run-columns.tsx'
import { text } from './text.ts'

const { runs: words } = text

/** What to do with what an import brought; on a new server also the step that comes next. */
export function Onward({ run, children }: { run: Run; children?: ReactNode }) {
  const { data } = useSummary()
  const mayConnect = useMay('workspace.integration.manage')
  const maySee = useMay('directory.user.view')
  const mayChoose = useMay('policy.ruleset.manage')
  const { count, integration_id: source } = run
  const lacksGroups = data?.first_steps?.steps.some(
    ({ step, is_done }) => step === 'groups' && !is_done,
  )
  return (
    <div className="buttons mt-16">
      {count.people_created > 0 && maySee && (
        <ButtonLink to="/people" isPrimary>
          {words.seePeople}
        </ButtonLink>
      )}
      {count.groups_created + count.memberships_added > 0 && mayChoose && (
        <ButtonLink to="/groups" search={{ source }} isPrimary>
          {words.choose}
        </ButtonLink>
      )}
      {lacksGroups === true && mayConnect && (
        <ButtonLink to="/sources/connect" search={{ for: 'groups' }}>
          {words.connectGroups}
        </ButtonLink>
      )}
      {children}
    </div>
  )
}
