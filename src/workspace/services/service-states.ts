import { endAccessByService } from '../../access/end-access.ts'
import type { ServiceState } from '../../contract/states.ts'
import { record } from '../../audit/record.ts'
import { writeRoute } from '../../http/route/route.ts'
import { loadHeld, requireMayActivate, requireOtherState } from './admin-rules.ts'
import { answerService } from './describe-service.ts'
import { updateServiceRow } from './queries.ts'
import { Service } from './schema.ts'
import { lockService, lockServiceFor } from './visible-service.ts'

export const activateService = stateRoute({
  verb: 'activate',
  state: 'active',
  summary: 'Activate a service',
  description:
    'Gives its tokens their power back, from the next request on. 422 when it is active already. ' +
    'Needs the role admin on it, or `workspace.service.manage` together with every permission that the service holds.',
})

export const deactivateService = stateRoute({
  verb: 'deactivate',
  state: 'deactivated',
  summary: 'Deactivate a service',
  description:
    'Takes all power from its tokens, from the next request on, until it is activated, and ends for good ' +
    'what they opened as people. 422 when it is deactivated already. Needs the role admin on it or `workspace.service.manage`.',
})

type StateChange = {
  verb: 'activate' | 'deactivate'
  state: ServiceState
  summary: string
  description: string
}

/** The endpoint of a verb that changes the state: 403 for an activation that the caller could not grant, 422 for the state that it has. */
function stateRoute({ verb, state, ...texts }: StateChange) {
  return writeRoute({
    id: `${verb}Service`,
    method: 'POST',
    url: `/workspace/services/:service/${verb}`,
    ...texts,
    access: { row: 'workspace.service.manage' },
    params: { service: 'service' },
    isVersioned: true,
    response: Service,
    async handler(context) {
      const { tx, params, actor } = context
      const service = await lockServiceFor(context, params.service, 'workspace.service.manage')
      const { id } = service
      if (state === 'active') requireMayActivate(context.caller, await loadHeld(context, id))
      context.body()
      requireOtherState(service, state)
      context.requireVersion(service.version)
      await updateServiceRow(tx, id, { state })
      await record(tx, actor, [
        {
          event: `workspace.service.${verb}`,
          record: { kind: 'service', id },
          changes: { state: { old: service.state, new: state } },
        },
      ])
      // Ends the tokens, sessions and links that it made as people, permanently: activating it again may need fewer permissions
      // than those people hold.
      if (state === 'deactivated') await endAccessByService(tx, id, context)
      return answerService(context, await lockService(context, id))
    },
  })
}
