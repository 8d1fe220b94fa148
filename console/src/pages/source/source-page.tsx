import { Outlet } from '@tanstack/react-router'
import { isUnreadable } from '../../api/is-unreadable.ts'
import { Crumb, Page, Tab } from '../../parts/page.tsx'
import { PendingPage } from '../../parts/pending-page.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { text as sources } from '../sources/text.ts'
import { SourceActions } from './source-actions.tsx'
import { text } from './text.ts'
import { useSource, type Source } from './use-source.ts'
import classes from './source.module.css'

/** The frame of a source. */
export function SourcePage() {
  const { data: source, error, refetch } = useSource()
  const crumbs = <Crumb to="/sources">{text.sources}</Crumb>
  if (isUnreadable(source, error))
    return <PendingPage title={text.sources} crumbs={crumbs} error={error} retry={refetch} />
  const { name, state, vendor, type, is_primary: isPrimary } = source
  return (
    <Page
      title={name}
      crumbs={crumbs}
      state={
        <span className={classes['states']}>
          <StateBadge state={state} />
          {isPrimary && <span className={classes['primary']}>{sources.primary}</span>}
          {source.incident_id !== null && <StateBadge state="held" />}
        </span>
      }
      subtitle={[...new Set([sources.vendors[vendor], sources.types[type]])].join(' · ')}
      action={<SourceActions source={source} />}
      tabs={<Tabs source={source} />}
      isFilled
    >
      <Outlet />
    </Page>
  )
}

function Tabs({ source: { id, scim_url: scim } }: { source: Source }) {
  const params = { integration: id }
  const own = { includeSearch: false }
  return (
    <>
      <Tab to="/sources/$integration" params={params} activeOptions={{ ...own, exact: true }}>
        {text.tabs.details}
      </Tab>
      <Tab to="/sources/$integration/accounts" params={params} activeOptions={own}>
        {text.tabs.accounts}
      </Tab>
      <Tab to="/sources/$integration/mapping" params={params} activeOptions={own}>
        {text.tabs.mapping}
      </Tab>
      <Tab to="/sources/$integration/runs" params={params} activeOptions={own}>
        {text.tabs.runs}
      </Tab>
      {scim !== null && (
        <Tab to="/sources/$integration/scim" params={params} activeOptions={own}>
          {text.tabs.scim}
        </Tab>
      )}
      <Tab to="/sources/$integration/logs" params={params} activeOptions={own}>
        {text.tabs.logs}
      </Tab>
    </>
  )
}
