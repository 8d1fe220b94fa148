import { Link, Outlet } from '@tanstack/react-router'
import { isUnreadable } from '../../api/is-unreadable.ts'
import { ButtonLink } from '../../parts/button-link.tsx'
import { Can } from '../../parts/can.tsx'
import { kindWords } from '../../parts/kinds.ts'
import { Crumb, Page, Tab } from '../../parts/page.tsx'
import { PendingPage } from '../../parts/pending-page.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Health } from './health.tsx'
import { text } from './text.ts'
import { useRuleset, type Ruleset } from './use-ruleset.ts'
import classes from './policy.module.css'

/** The frame of a ruleset: what it is the policy of, and the tabs. */
export function RulesetPage() {
  const { data: ruleset, error, refetch } = useRuleset()
  const crumbs = <Crumb to="/policy">{text.title}</Crumb>
  if (isUnreadable(ruleset, error))
    return <PendingPage title={text.title} crumbs={crumbs} error={error} retry={refetch} />
  return (
    <Page
      title={ruleset.policy_resource.name}
      crumbs={crumbs}
      state={
        <span className={classes['states']}>
          <StateBadge state={ruleset.state} />
          <Health ruleset={ruleset} />
        </span>
      }
      subtitle={<Subtitle ruleset={ruleset} />}
      action={
        <Can record={ruleset} action="create_rule">
          <ButtonLink
            to="/policy/$ruleset/rules/new"
            params={{ ruleset: ruleset.id }}
            icon="plus"
            isPrimary
          >
            {text.newRule}
          </ButtonLink>
        </Can>
      }
      tabs={<Tabs ruleset={ruleset} />}
      isFilled
    >
      <Outlet />
    </Page>
  )
}

function Subtitle({ ruleset }: { ruleset: Ruleset }) {
  const { type, resource_id, count, policy_resource } = ruleset
  return (
    <>
      {kindWords(type)}
      {policy_resource.handle !== null && ` · ${policy_resource.handle}`}
      {' · '}
      <Link to="/groups/$resource" params={{ resource: resource_id }} className={classes['link']}>
        {text.peopleIn(count.manifest_users)}
      </Link>
      {count.expiring_users > 0 && ` · ${text.health.expiring(count.expiring_users)}`}
      {count.held_users > 0 && ` · ${text.held(count.held_users)}`}
    </>
  )
}

function Tabs({ ruleset: { id: ruleset, count } }: { ruleset: Ruleset }) {
  const { tabs } = text
  return (
    <>
      <Tab
        to="/policy/$ruleset"
        params={{ ruleset }}
        activeOptions={{ exact: true, includeSearch: false }}
        count={count.active_rules + count.expiring_rules + count.staged_rules}
      >
        {tabs.rules}
      </Tab>
      <Tab to="/policy/$ruleset/exceptions" params={{ ruleset }} activeOptions={anySearch}>
        {tabs.exceptions}
      </Tab>
      <Tab to="/policy/$ruleset/admins" params={{ ruleset }} activeOptions={anySearch}>
        {tabs.admins}
      </Tab>
      <Tab to="/policy/$ruleset/settings" params={{ ruleset }} activeOptions={anySearch}>
        {tabs.settings}
      </Tab>
    </>
  )
}

const anySearch = { includeSearch: false }
