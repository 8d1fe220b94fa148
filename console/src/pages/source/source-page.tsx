import { useParams } from '@tanstack/react-router'
import { Timeline } from '../audit/timeline.tsx'
import { Crumb } from '../../parts/page.tsx'
import { RecordPage } from '../../parts/record-page.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { text as sources } from '../sources/text.ts'
import { SourceActions } from './source-actions.tsx'
import { text } from './text.ts'
import { useSource } from './use-source.ts'

const { tabs } = text

/** The frame of a source. */
export function SourcePage() {
  return (
    <RecordPage
      read={useSource()}
      kind={text.sources}
      crumbs={<Crumb to="/sources">{text.sources}</Crumb>}
      frame={(source) => ({
        title: source.name,
        states: (
          <>
            <StateBadge state={source.state} />
            {source.is_primary && <span className="tag rigid">{sources.primary}</span>}
            {source.incident_id !== null && <StateBadge state="held" />}
          </>
        ),
        subtitle: [...new Set([sources.vendors[source.vendor], sources.types[source.type]])].join(
          ' · ',
        ),
        action: <SourceActions source={source} />,
        address: `/sources/${source.id}`,
        tabs: [
          { label: tabs.details },
          { path: 'accounts', label: tabs.accounts },
          { path: 'mapping', label: tabs.mapping },
          { path: 'runs', label: tabs.runs },
          { path: 'scim', label: tabs.scim, isShown: source.scim_url !== null },
          { path: 'logs', label: tabs.logs },
        ],
      })}
    />
  )
}

/** What changed in the accounts of the source. */
export function SourceLogs() {
  const { integration } = useParams({ from: '/sources/$integration/logs' })
  return (
    <Timeline
      title={tabs.logs}
      none={text.logs.none}
      query={{ 'filter[related]': integration }}
      about={[integration]}
    />
  )
}
