/** How an event is told: of the record called `{}`, of one that has no name, and of `{n}` of them. */
type Told = { named: string; one: string; many: string }

/** What someone did, where the phrase of the event does not say it so. Each begins with a verb. */
export const toldActs: Readonly<Partial<Record<string, Told>>> = {
  'access.list.export': told('exported a list', 'exported {n} lists'),
  'audit.log.export': told('exported the audit log', 'exported the audit log {n} times'),
  'directory.identity.link': {
    named: 'matched the account {} to a person',
    one: 'matched an account to a person',
    many: 'matched {n} accounts to people',
  },
  'directory.identity.unlink': {
    named: 'took the account {} from its person',
    one: 'took an account from its person',
    many: 'took {n} accounts from their people',
  },
  'directory.resource.populate': told(
    'recorded the first members',
    'recorded the first members of {n} resources',
    'recorded the first members of {}',
  ),
  'directory.user.erase': told(
    'erased the personal data',
    'erased the personal data of {n} people',
    'erased the personal data of {}',
  ),
  'policy.incident.alert': told(
    'alerted owners to an incident',
    'alerted owners to {n} incidents',
    'alerted owners to the incident {}',
  ),
  'policy.incident.join': told(
    'added accounts to an incident',
    'added accounts to {n} incidents',
    'added accounts to the incident {}',
  ),
  'policy.incident.release': told(
    'released accounts from an incident',
    'released accounts from {n} incidents',
    'released accounts from the incident {}',
  ),
  'policy.plan.replace': {
    named: 'replaced the plan {} by a newer one',
    one: 'replaced a plan by a newer one',
    many: 'replaced {n} plans by newer ones',
  },
  'policy.settings.change': told(
    'changed the settings of the policy',
    'changed {n} settings of the policy',
  ),
  'workspace.integration.import': told(
    'sent a file to a source',
    'sent {n} files to sources',
    'sent a file to the source {}',
  ),
  'workspace.integration.run': told('read a source', 'read {n} sources', 'read {}'),
  'workspace.integration.run_failed': told(
    'could not read a source',
    'could not read {n} sources',
    'could not read {}',
  ),
  'workspace.secret_key.rotate': told(
    'encrypted the credentials with another key',
    'encrypted the credentials with another key {n} times',
  ),
  'workspace.webhook.replay': told(
    'sent events again to a webhook',
    'sent events again to {n} webhooks',
    'sent events again to the webhook {}',
  ),
  'workspace.webhook.retry': told(
    'retried an event at a webhook',
    'retried {n} events at webhooks',
    'retried an event at the webhook {}',
  ),
}

/** What happened to `{n}` records, where the phrase of the event says it of one. */
export const toldOfMany: Readonly<Partial<Record<string, string>>> = {
  'directory.identity.link': '{n} accounts matched to people',
  'directory.identity.unlink': '{n} accounts taken from their people',
  'directory.resource.activate': '{n} resources are at the source again',
  'directory.resource.populate': 'first members of {n} resources recorded',
  'directory.user.due': '{n} people begin or end within seven days',
  'directory.user.erase': 'personal data of {n} people erased',
  'policy.plan.replace': '{n} plans replaced by newer ones',
  'policy.rule.due': '{n} rules begin or end within seven days',
  'policy.user.due': '{n} stays end within seven days',
  'workspace.service.due': '{n} services end within seven days',
  'workspace.service.unconfirmed': '{n} services not confirmed in time',
}

/** Their phrases have a verb that someone does, but they happen to their record by themselves. */
export const happenings: ReadonlySet<string> = new Set([
  'access.write.refuse',
  'access.sign_in.refuse',
  'directory.identity.create',
  'directory.identity.deactivate',
  'policy.incident.apply',
  'workspace.service.unconfirmed',
])

function told(one: string, many: string, named = one): Told {
  return { named, one, many }
}
