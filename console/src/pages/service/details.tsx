import { Link } from '@tanstack/react-router'
import { can } from '../../parts/can.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Scroll } from '../../parts/scroll.tsx'
import { Section } from '../../parts/section.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { Answers, SponsorNotice } from './sponsor.tsx'
import { lineOf } from './identities.ts'
import { text } from './text.ts'
import { useService, type Service } from './use-service.ts'

const { facts } = text
const stoppedWords: Readonly<Record<string, string>> = text.stopped

/** What describes a service, and how much it has. */
export function Details() {
  const { data: service } = useService()
  if (service === undefined) return null
  const { id, timestamp } = service
  const params = { service: id }
  const stopped = stoppedWords[service.state]
  return (
    <Scroll>
      {service.is_unattended && (
        <Notice tone="warning">
          {text.unattended}{' '}
          {can(service, 'create_admin') && (
            <Link to="/services/$service/admins" params={params}>
              {text.toAdmins}
            </Link>
          )}
        </Notice>
      )}
      <SponsorNotice service={service} />
      {stopped !== undefined && <Notice>{stopped}</Notice>}
      <Section title={facts.what}>
        <Facts
          of={{
            [facts.handle]: <Id value={service.handle} />,
            [facts.state]: <StateBadge state={service.state} />,
            [facts.ends]: timestamp.expires_at !== null && <Time at={timestamp.expires_at} />,
            [facts.kind]: text.kinds[service.kind],
            [facts.environment]:
              service.environment !== null && text.environments[service.environment],
            [facts.id]: <Id value={id} />,
            [facts.created]: <Time at={timestamp.created_at} />,
            [facts.changed]: <Time at={timestamp.updated_at} />,
            [facts.description]: service.description !== '' && (
              <span className="pre">{service.description}</span>
            ),
            [facts.notes]: service.notes !== '' && <span className="pre">{service.notes}</span>,
          }}
        />
      </Section>
      <Answers service={service} />
      <Holdings service={service} />
    </Scroll>
  )
}

/** What the service holds, and how its tokens are used. */
function Holdings({ service }: { service: Service }) {
  const { id, count } = service
  const numberOf = (tab: 'admins' | 'permissions' | 'tokens', number: number) => (
    <Link to={`/services/$service/${tab}`} params={{ service: id }} className="link">
      {number}
    </Link>
  )
  return (
    <Section title={facts.has}>
      <Facts
        of={{
          [facts.admins]: numberOf('admins', count.service_admins),
          [facts.permissions]: numberOf('permissions', count.permissions),
          [facts.tokens]: numberOf('tokens', count.tokens),
          [facts.networks]: service.allowed_networks?.join(', ') ?? facts.anyNetwork,
          [facts.identities]: service.workload_identities.length > 0 && (
            <span className="pre anywhere">
              {service.workload_identities.map(lineOf).join('\n')}
            </span>
          ),
          [facts.used]: <LastUse service={service} />,
        }}
      />
    </Section>
  )
}

/** When and from where one of its tokens was used last. */
function LastUse({ service: { timestamp, last_used_address: address } }: { service: Service }) {
  return (
    <>
      <Time at={timestamp.last_used_at} never={facts.never} />{' '}
      {address !== null && <Id value={address} />}
    </>
  )
}
