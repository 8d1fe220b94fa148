import { rulesetRightPermissions } from '../../contract/permissions.ts'
import { encodeId } from '../../contract/ids.ts'
import { type AnyWriteRoute, type ParamKinds, writeRoute } from '../../http/route/route.ts'
import { Empty } from '../../http/shapes/schema.ts'
import type { PolicyCommand } from '../changes/policy-command.ts'
import { StoppedChange } from '../changes/stopped-change.ts'
import { Stopped } from '../limits/stopped.ts'
import { runOne } from '../operations/run-operations.ts'
import { restartFor } from './restart-for.ts'
import { requireSubject } from './require-subject.ts'
import { DescribedPlan } from './schema.ts'

/** The endpoint of a command. A change that is stopped is answered as {@link restartFor} says. */
export function commandRoute(command: PolicyCommand): AnyWriteRoute {
  const { id, method, url, summary, description, cost, params, body, response, answer } = command
  const { op, needs, creates, movesPeople = false, changesParent = false } = command
  return writeRoute({
    id,
    method,
    url,
    tag: url.startsWith('/directory/') ? 'directory' : 'policy',
    summary,
    description,
    access: 'right' in needs ? { row: rulesetRightPermissions[needs.right] } : needs.permission,
    ...(cost === 1 ? {} : { cost }),
    params,
    query: Empty,
    body,
    ...(response === null ? {} : { isVersioned: true }),
    ...(changesParent ? { changesParent } : {}),
    ...(movesPeople ? { accepted: DescribedPlan } : {}),
    status: answer === undefined ? 204 : creates ? 201 : 200,
    response,
    handler: async (context) => {
      await requireSubject(context, command)
      const fields = body === null ? {} : context.body()
      const operation = { op, ...idsOf(params, context.params), ...fields }
      const done = await runOne(context, command, operation)
      if (done instanceof Stopped) return restartFor(new StoppedChange(done, operation))
      const answered = await answer?.(context, done.records[0] ?? '')
      if (creates && answered !== undefined) context.location(answered.links.self)
      return answered
    },
  })
}

/** The ids of the path, as the fields of the operation. */
function idsOf(params: ParamKinds, uuids: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(params).map(([name, kind]) => [`${name}_id`, encodeId(kind, uuids[name] ?? '')]),
  )
}
