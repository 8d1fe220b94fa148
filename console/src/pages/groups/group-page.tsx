import { Link, Outlet } from '@tanstack/react-router'
import type { Body } from 'muster-sdk'
import { isUnreadable } from '../../api/is-unreadable.ts'
import { useMay } from '../../api/session.ts'
import { HeldNotice } from '../../parts/held-notice.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Crumb, Page, Tab } from '../../parts/page.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import { PendingPage } from '../../parts/pending-page.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { kindWords } from '../../parts/kinds.ts'
import { text } from './text.ts'
import { useGroup, type Group } from './use-group.ts'
import { useRuleset } from './use-ruleset.ts'
import classes from './groups.module.css'

/** The frame of a group: what it is, the state of its rules, and the tabs. */
export function GroupPage() {
  const { data: group, error, refetch } = useGroup()
  const crumbs =
    group?.kind === 'directory_attribute' ? (
      <Crumb to="/groups/attributes">{text.attributes.title}</Crumb>
    ) : (
      <Crumb to="/groups">{text.title}</Crumb>
    )
  if (isUnreadable(group, error))
    return <PendingPage title={text.title} crumbs={crumbs} error={error} retry={refetch} />
  return group.ruleset === null ? (
    <Frame group={group} crumbs={crumbs} />
  ) : (
    <RuledFrame group={group} crumbs={crumbs} ruleset={group.ruleset} />
  )
}

type FrameOf = { group: Group; crumbs: React.ReactNode }

function RuledFrame({ ruleset, ...frame }: FrameOf & { ruleset: string }) {
  const { data } = useRuleset(ruleset)
  return (
    <Frame
      {...frame}
      policy={data && <StateBadge state={data.state} />}
      counts={data?.count}
      action={
        <span className={classes['actions']}>
          <Link to="/why" search={{ ruleset }} className={classes['link']}>
            {text.askWhy}
          </Link>
          <PageLink to="/policy/$ruleset" params={{ ruleset }} fallback={null}>
            {text.openRules}
          </PageLink>
        </span>
      }
      notices={data && <Notices ruleset={data} />}
    />
  )
}

function Frame({
  group,
  crumbs,
  policy,
  counts,
  action,
  notices,
}: FrameOf & {
  policy?: React.ReactNode
  counts?: { manifest_users: number; rules: number } | undefined
  action?: React.ReactNode
  notices?: React.ReactNode
}) {
  const { name, handle, state, kind, source } = group
  return (
    <Page
      title={name}
      crumbs={crumbs}
      state={
        <span className={classes['states']}>
          {state !== 'active' && <StateBadge state={state} />}
          {policy}
        </span>
      }
      subtitle={[kindWords(kind), source, handle === name ? null : handle]
        .filter(Boolean)
        .join(' · ')}
      action={action}
      tabs={<Tabs group={group} counts={counts} />}
      isFilled
    >
      <div className={classes['notices']}>{notices}</div>
      <Outlet />
    </Page>
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
      {findings.map(({ message }) => (
        <Notice key={message} tone="warning">
          {message}
        </Notice>
      ))}
    </>
  )
}

function Tabs({
  group: { id: resource, ruleset, members, qualified },
  counts,
}: {
  group: Group
  counts: { manifest_users: number; rules: number } | undefined
}) {
  const { tabs } = text
  const params = { resource }
  const mayListMembers = useMay('directory.resource.view')
  return (
    <>
      <Tab
        to="/groups/$resource"
        params={params}
        activeOptions={{ exact: true, includeSearch: false }}
        count={counts?.manifest_users}
      >
        {tabs.access}
      </Tab>
      {members !== null && mayListMembers && (
        <Tab
          to="/groups/$resource/vendor"
          params={params}
          activeOptions={anySearch}
          count={members}
        >
          {tabs.vendor}
        </Tab>
      )}
      {members !== null && (
        <Tab to="/groups/$resource/compare" params={params} activeOptions={anySearch}>
          {tabs.compare}
        </Tab>
      )}
      {qualified !== null && (
        <Tab
          to="/groups/$resource/qualified"
          params={params}
          activeOptions={anySearch}
          count={qualified}
        >
          {tabs.qualified}
        </Tab>
      )}
      {ruleset !== null && (
        <Tab
          to="/groups/$resource/rules"
          params={params}
          activeOptions={anySearch}
          count={counts?.rules}
        >
          {tabs.rules}
        </Tab>
      )}
      <Tab to="/groups/$resource/timeline" params={params} activeOptions={anySearch}>
        {tabs.timeline}
      </Tab>
    </>
  )
}

const anySearch = { includeSearch: false }
