import { Crumb } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { RecordPage } from '../../parts/record-page.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { DecisionButtons } from './decisions.tsx'
import { text } from './text.ts'
import { useIncident, type Incident } from './use-incident.ts'

const { tabs } = text

/** The frame of an incident: what it holds, the decisions, and the tabs. */
export function IncidentPage() {
  const { data, error, refetch } = useIncident()
  return (
    <RecordPage
      // Its row in the list is shown although its effect could not be worked out.
      read={{ data, error: data === undefined ? error : null, refetch }}
      kind={text.incident}
      crumbs={<Crumb to="/incidents">{text.title}</Crumb>}
      frame={(incident) => ({
        title: titleOf(incident),
        states: <StateBadge state={incident.closed_as ?? incident.state} />,
        subtitle: <Subtitle incident={incident} />,
        action: <DecisionButtons incident={incident} />,
        address: `/incidents/${incident.id}`,
        tabs: [
          { label: tabs.overview },
          { path: 'people', label: tabs.people, count: incident.people },
          {
            path: 'accounts',
            label: tabs.accounts,
            count: incident.accounts_without_person,
            isShown: incident.accounts_without_person > 0,
          },
          { path: 'effect', label: tabs.effect, count: incident.effect?.totals?.people },
        ],
      })}
    />
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
    <span className="inline">
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
