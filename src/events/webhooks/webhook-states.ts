import { writeRoute } from '../../http/route/route.ts'
import { answerWritten } from './describe-webhook.ts'
import { lockWebhook, recordAction, requireState } from './locked-webhook.ts'
import { forgetFailures, updateWebhookRow } from './queries.ts'
import { Webhook } from './schema.ts'

export const pauseWebhook = stateRoute({
  verb: 'pause',
  state: 'paused',
  summary: 'Pause a webhook',
  description:
    'Nothing is sent until it is resumed. It then goes on where it was. 422 when it is paused.',
})

export const resumeWebhook = stateRoute({
  verb: 'resume',
  state: 'active',
  summary: 'Resume a webhook',
  description:
    'Sends what has happened since it was paused, and what waits. 422 when it is active.',
})

type StateChange = {
  verb: 'pause' | 'resume'
  state: 'paused' | 'active'
  summary: string
  description: string
}

function stateRoute({ verb, state, ...texts }: StateChange) {
  return writeRoute({
    id: `${verb}Webhook`,
    method: 'POST',
    url: `/workspace/webhooks/:webhook/${verb}`,
    ...texts,
    access: { locked: 'workspace.webhook.manage' },
    params: { webhook: 'webhook' },
    isVersioned: true,
    response: Webhook,
    async handler(context) {
      const webhook = await lockWebhook(context, context.params.webhook)
      context.body()
      requireState(webhook, state === 'active' ? 'paused' : 'active')
      context.requireVersion(webhook.version)
      const paused_as = state === 'paused' ? 'user' : null
      await updateWebhookRow(context.tx, webhook.id, { state, paused_as })
      if (state === 'active') await forgetFailures(context.tx, webhook.id)
      await recordAction(context, webhook.id, verb, {
        changes: {
          state: { old: webhook.state, new: state },
          paused_as: { old: webhook.paused_as, new: paused_as },
        },
      })
      return answerWritten(context, webhook.id)
    },
  })
}
