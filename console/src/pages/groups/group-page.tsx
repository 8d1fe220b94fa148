import { Link } from '@tanstack/react-router'
import type { Body } from 'muster-sdk'
import { useMay } from '../../api/session.ts'
import { HeldNotice } from '../../parts/held-notice.tsx'
import { attributeType, kindWords } from '../../parts/kinds.ts'
import { Findings, Notice } from '../../parts/notice.tsx'
import { Crumb } from '../../parts/page.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import { RecordPage } from '../../parts/record-page.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { text } from './text.ts'
import { useGroup, useRulesetIf } from './use-group.ts'

const { tabs } = text

/** The frame of a group: what it is, the state of its rules, and the tabs. */
export function GroupPage() {
  const read = useGroup()
  const { data: ruleset } = useRulesetIf(read.data?.ruleset ?? null)
  const mayListMembers = useMay('directory.resource.view')
  const crumbs =
    read.data?.kind === attributeType ? (
      <Crumb to="/groups/attributes">{text.attributes.title}</Crumb>
    ) : (
      <Crumb to="/groups">{text.title}</Crumb>
    )
  return (
    <RecordPage
      read={read}
      kind={text.title}
      crumbs={crumbs}
      frame={({ id, name, handle, state, kind, source, members, qualified, ruleset: rules }) => ({
        title: name,
        states: (
          <>
            {state !== 'active' && <StateBadge state={state} />}
            {ruleset && <StateBadge state={ruleset.state} />}
          </>
        ),
        subtitle: [kindWords(kind), source, handle === name ? null : handle]
          .filter(Boolean)
          .join(' · '),
        ...(rules !== null && { action: <ToRules ruleset={rules} /> }),
        notices: ruleset && <Notices ruleset={ruleset} />,
        address: `/groups/${id}`,
        tabs: [
          { label: tabs.access, count: ruleset?.count.manifest_users },
          {
            path: 'vendor',
            label: tabs.vendor,
            count: members ?? undefined,
            isShown: members !== null && mayListMembers,
          },
          { path: 'compare', label: tabs.compare, isShown: members !== null },
          {
            path: 'qualified',
            label: tabs.qualified,
            count: qualified ?? undefined,
            isShown: qualified !== null,
          },
          {
            path: 'rules',
            label: tabs.rules,
            count: ruleset?.count.rules,
            isShown: rules !== null,
          },
          { path: 'two-dates', label: tabs.twoDates, isShown: rules !== null },
          { path: 'timeline', label: tabs.timeline },
        ],
      })}
    />
  )
}

function ToRules({ ruleset }: { ruleset: string }) {
  return (
    <span className="inline">
      <Link to="/why" search={{ ruleset }} className="link">
        {text.askWhy}
      </Link>
      <PageLink to="/policy/$ruleset" params={{ ruleset }} fallback={null}>
        {text.openRules}
      </PageLink>
    </span>
  )
}

/** What one should know before reading the lists: what is held, worked out, or wrong. */
function Notices({ ruleset }: { ruleset: Body<'get', '/policy/rulesets/{ruleset}'> }) {
  const { count, incidents = [], recalculating, findings } = ruleset
  return (
    <>
      {count.held_users > 0 && (
        <HeldNotice incidents={incidents}>{text.held(count.held_users)}</HeldNotice>
      )}
      {recalculating && <Notice tone="warning">{text.recalculating}</Notice>}
      <Findings findings={findings} />
    </>
  )
}
