import { abilitiesOn, isAllowed } from '../../http/reads/abilities.ts'
import { requireState, requireUndelivered } from './locked-webhook.ts'

export const webhookAbilities = abilitiesOn(
  'webhook',
  ({ db }, ids) =>
    db.selectFrom('webhook').select(['id', 'state']).where('id', 'in', ids).execute(),
  ({ may }, webhook) => {
    const manages = may('workspace.webhook.manage')
    return {
      update: manages,
      delete: manages,
      pause: manages && isAllowed(() => requireState(webhook, 'active')),
      resume: manages && isAllowed(() => requireState(webhook, 'paused')),
      rotate: manages,
      replay: manages,
      test: manages,
    }
  },
)

export const webhookAttemptAbilities = abilitiesOn(
  'webhookAttempt',
  ({ db }, ids) =>
    db.selectFrom('webhook_attempt').select(['id', 'state']).where('id', 'in', ids).execute(),
  ({ may }, attempt) => ({
    retry: may('workspace.webhook.manage') && isAllowed(() => requireUndelivered(attempt)),
  }),
)
