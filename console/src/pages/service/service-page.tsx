import { Outlet } from '@tanstack/react-router'
import { isUnreadable } from '../../api/is-unreadable.ts'
import { Crumb, Page, Tab } from '../../parts/page.tsx'
import { PendingPage } from '../../parts/pending-page.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { ServiceActions } from './service-actions.tsx'
import { text } from './text.ts'
import { useService, type Service } from './use-service.ts'
import classes from './service.module.css'

/** The frame of a service: what it is, and the tabs. */
export function ServicePage() {
  const { data: service, error, refetch } = useService()
  const crumbs = <Crumb to="/services">{text.services}</Crumb>
  if (isUnreadable(service, error))
    return <PendingPage title={text.services} crumbs={crumbs} error={error} retry={refetch} />
  return (
    <Page
      title={service.name}
      crumbs={crumbs}
      state={
        <span className={classes['states']}>
          <StateBadge state={service.state} />
          {service.is_unattended && <StateBadge state="unattended" />}
        </span>
      }
      subtitle={<span className={classes['line']}>{service.description || service.handle}</span>}
      action={<ServiceActions service={service} />}
      tabs={<Tabs service={service} />}
      isFilled
    >
      <Outlet />
    </Page>
  )
}

function Tabs({ service: { id, count } }: { service: Service }) {
  const { tabs } = text
  const params = { service: id }
  const own = { includeSearch: false }
  return (
    <>
      <Tab to="/services/$service" params={params} activeOptions={{ ...own, exact: true }}>
        {tabs.details}
      </Tab>
      <Tab
        to="/services/$service/admins"
        params={params}
        activeOptions={own}
        count={count.service_admins}
      >
        {tabs.admins}
      </Tab>
      <Tab
        to="/services/$service/permissions"
        params={params}
        activeOptions={own}
        count={count.permissions}
      >
        {tabs.permissions}
      </Tab>
      <Tab to="/services/$service/tokens" params={params} activeOptions={own} count={count.tokens}>
        {tabs.tokens}
      </Tab>
      <Tab to="/services/$service/logs" params={params} activeOptions={own}>
        {tabs.logs}
      </Tab>
    </>
  )
}
