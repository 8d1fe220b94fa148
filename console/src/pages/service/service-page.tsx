import { useParams } from '@tanstack/react-router'
import { text as audit } from '../audit/text.ts'
import { Timeline } from '../audit/timeline.tsx'
import { Crumb } from '../../parts/page.tsx'
import { RecordPage } from '../../parts/record-page.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { ServiceActions } from './service-actions.tsx'
import { text } from './text.ts'
import { useService } from './use-service.ts'

const { tabs } = text

/** The frame of a service: what it is, and the tabs. */
export function ServicePage() {
  return (
    <RecordPage
      read={useService()}
      kind={text.services}
      crumbs={<Crumb to="/services">{text.services}</Crumb>}
      frame={(service) => ({
        title: service.name,
        states: (
          <>
            <StateBadge state={service.state} />
            {service.is_unattended && <StateBadge state="unattended" />}
          </>
        ),
        subtitle: <span className="block ellipsis">{service.description || service.handle}</span>,
        action: <ServiceActions service={service} />,
        address: `/services/${service.id}`,
        tabs: [
          { label: tabs.details },
          { path: 'admins', label: tabs.admins, count: service.count.service_admins },
          { path: 'permissions', label: tabs.permissions, count: service.count.permissions },
          { path: 'tokens', label: tabs.tokens, count: service.count.tokens },
          { path: 'logs', label: tabs.logs },
        ],
      })}
    />
  )
}

/** What was changed about the service, and what it changed. */
export function ServiceLogs() {
  const { service } = useParams({ from: '/services/$service/logs' })
  return <Timeline title={tabs.logs} none={audit.none.title} of="service" path={{ service }} />
}
