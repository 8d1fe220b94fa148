import { Link } from '@tanstack/react-router'
import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'
import { Section } from '../../parts/section.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { whyOf } from '../incidents/incident-columns.tsx'
import { text } from './text.ts'
import type { Source } from './use-source.ts'
import classes from './source.module.css'

const { incidents: words } = text

/** The latest incidents that runs of the source opened, the open one first. */
export function SourceIncidents({ source }: { source: Source }) {
  const { data } = useApiIf(useMay('policy.rule.view'), '/policy/incidents', {
    params: {
      query: { 'filter[integration_id]': source.id, sort: '-opened_at', 'page[size]': '5' },
    },
  })
  if (data === undefined || data.data.length === 0) return null
  return (
    <Section title={words.title} detail={words.detail}>
      <ul className={classes['incidents']}>
        {data.data.map((incident) => (
          <li key={incident.id}>
            <StateBadge state={incident.closed_as ?? incident.state} />
            <Link
              to="/incidents/$incident"
              params={{ incident: incident.id }}
              className={classes['link']}
            >
              {words.people(incident.people)}
            </Link>
            <span>{whyOf(incident)}</span>
            <span className={classes['quiet']}>
              <Time at={incident.timestamp.opened_at} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
