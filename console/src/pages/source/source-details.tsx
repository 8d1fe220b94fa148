import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi, useApiIf } from '../../api/use-api.ts'
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
import { muster, writeOf } from '../../api/muster.ts'
import { useIsOwner, useMay } from '../../api/session.ts'
import { useLongChange } from '../../api/use-long-change.ts'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useForm } from '../../parts/use-form.ts'
import { StateBadge } from '../../parts/state-badge.tsx'
import { lengths } from '../../gen/lengths.ts'
import { whyOf } from '../incidents/incidents-page.tsx'
import { LimitsDialog, SourceLimits } from './source-limits.tsx'
import { SourceConnection } from './source-connection.tsx'
import { text } from './text.ts'
import { useSource, type Source } from './use-source.ts'
import { ScimProfileChoice } from './scim-profile-choice.tsx'

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
        className="link"
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

const { settings: words } = text

type Asked = { source: Source; onClose: () => void }

/** Asks for what describes a source, besides its mapping, its limits and its connection. */
export function SettingsDialog({ source: opened, onClose }: Asked) {
  const form = useForm(() => ({
    source: opened,
    name: opened.name,
    trusts_email: opened.trusts_email,
    trusts_employee_id: opened.trusts_employee_id,
    days: String(opened.run_retention_days),
    time_zone: opened.time_zone,
    scim_profile: opened.scim_profile,
  }))
  const { source, name, days, time_zone: zone } = form.sent
  const isOwner = useIsOwner()
  const { days: newDays, source: _source, ...changes } = form.changes
  const body = { ...changes, ...(newDays !== undefined && { run_retention_days: Number(newDays) }) }
  const write = { ...writeOf('integration', source), body }
  const change = useLongChange(() =>
    muster.send('patch', '/workspace/integrations/{integration}', write),
  )
  return (
    <FormDialog
      title={words.title(source.name)}
      action={words.save}
      isReady={name !== '' && days !== '' && zone !== '' && form.isChanged}
      change={change}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        maxLength={lengths.updateIntegration.name}
        data-autofocus
        {...form.of('name')}
      />
      {!source.is_primary && (isOwner || source.trusts_email) && (
        <CheckField
          label={words.trusts}
          description={isOwner ? words.trustsHint : words.trustsOnce}
          {...form.of('trusts_email')}
        />
      )}
      {!source.is_primary && (isOwner || source.trusts_employee_id) && (
        <CheckField
          label={words.trustsNumber}
          description={isOwner ? words.trustsNumberHint : words.trustsOnce}
          {...form.of('trusts_employee_id')}
        />
      )}
      <TextField label={words.days} description={words.daysHint} digits={4} {...form.of('days')} />
      <TextField
        label={words.zone}
        description={words.zoneHint}
        maxLength={lengths.updateIntegration.time_zone}
        {...form.of('time_zone')}
      />
      {source.scim_url !== null && <ScimProfileChoice {...form.of('scim_profile')} />}
    </FormDialog>
  )
}

/** The latest incidents that runs of the source opened, the open one first. */
export function SourceIncidents({ source }: { source: Source }) {
  const { data } = useApiIf(useMay('policy.rule.view'), '/policy/incidents', {
    params: {
      query: { 'filter[integration_id]': source.id, sort: '-opened_at', 'page[size]': '5' },
    },
  })
  if (data === undefined || data.data.length === 0) return null
  return (
    <Section title={text.incidents.title} detail={text.incidents.detail}>
      <ul className="lines">
        {data.data.map((incident) => (
          <li key={incident.id} className="inline">
            <StateBadge state={incident.closed_as ?? incident.state} />
            <Link to="/incidents/$incident" params={{ incident: incident.id }} className="link">
              {text.incidents.people(incident.people)}
            </Link>
            <span>{whyOf(incident)}</span>
            <span className="quiet">
              <Time at={incident.timestamp.opened_at} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
