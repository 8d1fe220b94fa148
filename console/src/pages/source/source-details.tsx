import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi } from '../../api/use-api.ts'
import { can, Can } from '../../parts/can.tsx'
import { Facts } from '../../parts/facts.tsx'
import { HeldNotice } from '../../parts/held-notice.tsx'
import { Id } from '../../parts/id.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Scroll } from '../../parts/scroll.tsx'
import { Section } from '../../parts/section.tsx'
import { Time } from '../../parts/time.tsx'
import { AccountCount, LastChange } from '../sources/source-facts.tsx'
import { connectorOf } from '../connect/connectors.ts'
import { text as sources } from '../sources/text.ts'
import { LimitsDialog } from './limits-dialog.tsx'
import { SettingsDialog } from './settings-dialog.tsx'
import { SourceConnection } from './source-connection.tsx'
import { SourceIncidents } from './source-incidents.tsx'
import { SourceLimits } from './source-limits.tsx'
import { text } from './text.ts'
import { useSource, type Source } from './use-source.ts'
import classes from './source.module.css'

/** What describes a source: its keys, its limits, and what it holds. */
export function SourceDetails() {
  const { data: source } = useSource()
  const [isChanging, setIsChanging] = useState(false)
  if (source === undefined) return null
  return (
    <Scroll>
      {source.incident_id !== null && (
        <HeldNotice incidents={[{ id: source.incident_id }]}>
          {text.held(source.count.held_users)}
        </HeldNotice>
      )}
      <Unfinished source={source} />
      <SourceIncidents source={source} />
      <What source={source} />
      <SourceConnection source={source} />
      <Section
        title={text.limits.title}
        detail={text.limits.detail}
        action={
          <Can record={source} action="update">
            <Button onClick={() => setIsChanging(true)}>{text.limits.change}</Button>
          </Can>
        }
      >
        <SourceLimits source={source} />
      </Section>
      <Command source={source} />
      {isChanging && <LimitsDialog source={source} onClose={() => setIsChanging(false)} />}
    </Scroll>
  )
}

/** How the source is read by the command line. An identity provider that pushes needs none. */
function Command({ source: { handle, connection, scim_url: scim } }: { source: Source }) {
  if (scim !== null) return null
  const { import: words } = text
  const isPulled = connection !== null
  return (
    <Section
      title={isPulled ? words.syncTitle : words.title}
      detail={isPulled ? words.syncDetail : words.detail}
    >
      <Id value={isPulled ? words.syncCommand(handle) : words.command(handle)} />
    </Section>
  )
}

/** Leads back to the steps of connecting, while nothing has come from the source. */
function Unfinished({ source }: { source: Source }) {
  const { data } = useApi('/workspace/integrations/{integration}/runs', {
    params: { path: { integration: source.id }, query: { 'page[size]': '1' } },
  })
  if (data === undefined || data.data.length > 0 || !can(source, 'update')) return null
  return (
    <Notice>
      {text.noRuns}{' '}
      <Link
        to="/sources/connect"
        search={{ source: source.id, step: connectorOf(source).steps[1] }}
        className={classes['link']}
      >
        {text.goOn}
      </Link>
    </Notice>
  )
}

function What({ source }: { source: Source }) {
  const { facts } = text
  const [isChanging, setIsChanging] = useState(false)
  return (
    <Section
      title={facts.what}
      action={
        <Can record={source} action="update">
          <Button onClick={() => setIsChanging(true)}>{text.settings.change}</Button>
        </Can>
      }
    >
      <Facts
        of={{
          [facts.vendor]: sources.vendors[source.vendor],
          [facts.type]: sources.types[source.type],
          [facts.primary]: source.is_primary ? facts.primaryYes : facts.primaryNo,
          [facts.trusts]:
            source.is_primary || source.trusts_email ? facts.trustsYes : facts.trustsNo,
          [facts.trustsNumber]:
            source.is_primary || source.trusts_employee_id
              ? facts.trustsNumberYes
              : facts.trustsNumberNo,
          [facts.accounts]: <AccountCount integration={source.id} />,
          [facts.last]: <LastChange integration={source.id} />,
          [facts.kept]: facts.days(source.run_retention_days),
          [facts.handle]: <Id value={source.handle} />,
          [facts.id]: <Id value={source.id} />,
          [facts.created]: <Time at={source.timestamp.created_at} />,
          [facts.changed]: <Time at={source.timestamp.updated_at} />,
        }}
      />
      {isChanging && <SettingsDialog source={source} onClose={() => setIsChanging(false)} />}
    </Section>
  )
}
