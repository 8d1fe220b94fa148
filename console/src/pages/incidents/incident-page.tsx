import { Outlet } from '@tanstack/react-router'
import { Crumb, Page, Tab } from '../../parts/page.tsx'
import { PendingPage } from '../../parts/pending-page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { DecisionButtons } from './decision-buttons.tsx'
import { text } from './text.ts'
import { useIncident, type Incident } from './use-incident.ts'
import classes from './incidents.module.css'

/** The frame of an incident: what it holds, the decisions, and the tabs. */
export function IncidentPage() {
  const { data: incident, error, refetch } = useIncident()
  const crumbs = <Crumb to="/incidents">{text.title}</Crumb>
  if (incident === undefined)
    return <PendingPage title={text.incident} crumbs={crumbs} error={error} retry={refetch} />
  return (
    <Page
      title={titleOf(incident)}
      crumbs={crumbs}
      state={<StateBadge state={incident.closed_as ?? incident.state} />}
      subtitle={<Subtitle incident={incident} />}
      action={<DecisionButtons incident={incident} />}
      tabs={<Tabs incident={incident} />}
      isFilled
    >
      <Outlet />
    </Page>
  )
}

function titleOf(incident: Incident): string {
  const { integration, people, accounts_without_person: alone } = incident
  const { handle } = integration
  return people + alone > 0 ? text.holds(handle, incident) : text.ofSource(handle)
}

function Subtitle({ incident: { integration, timestamp } }: { incident: Incident }) {
  const { opened_at, closed_at } = timestamp
  return (
    <span className={classes['times']}>
      <RecordLink id={integration.id} />
      <span>
        {text.opened} <Time at={opened_at} />
      </span>
      {closed_at !== null && (
        <span>
          {text.closed} <Time at={closed_at} />
        </span>
      )}
    </span>
  )
}

function Tabs({ incident }: { incident: Incident }) {
  const { id, people, accounts_without_person: alone, effect } = incident
  const params = { incident: id }
  return (
    <>
      <Tab
        to="/incidents/$incident"
        params={params}
        activeOptions={{ exact: true, includeSearch: false }}
      >
        {text.tabs.overview}
      </Tab>
      <Tab
        to="/incidents/$incident/people"
        params={params}
        activeOptions={{ includeSearch: false }}
        count={people}
      >
        {text.tabs.people}
      </Tab>
      {alone > 0 && (
        <Tab
          to="/incidents/$incident/accounts"
          params={params}
          activeOptions={{ includeSearch: false }}
          count={alone}
        >
          {text.tabs.accounts}
        </Tab>
      )}
      <Tab
        to="/incidents/$incident/effect"
        params={params}
        activeOptions={{ includeSearch: false }}
        count={effect?.totals?.people}
      >
        {text.tabs.effect}
      </Tab>
    </>
  )
}
