import { Type } from 'typebox'
import type { Permission } from '../contract/permissions.ts'
import { unprocessable } from '../http/refusals/problem.ts'
import { Restart, writeRoute } from '../http/route/route.ts'
import { Shape } from '../http/shapes/schema.ts'
import { maximumFiles, PolicyFile } from '../policy/plans/policy-file.ts'
import { renderPolicy } from './export-folder.ts'
import { readSent } from './sent-files.ts'

const maximumExported = 20_000

/** What the files tell: an export that left something out would remove it when it is applied. */
const needed = [
  'directory.dimension.view',
  'directory.attribute.view',
  'directory.resource.view',
  'directory.user.view',
  'directory.identity.profile.view',
  'workspace.integration.view',
] as const satisfies readonly Permission[]

export const exportPolicy = writeRoute({
  id: 'exportPolicy',
  method: 'POST',
  url: '/policy/export',
  summary: 'Export the policy as files',
  description:
    'The files of a folder that say the policy, equal for equal policies; a plan of them changes nothing. With the files of a folder that there ' +
    `is already, each resource stays in its file, and files that say the same are left out. Nothing is stored. It also needs ${needed.join(', ')}.`,
  access: 'policy.rule.view',
  cost: 20,
  body: Shape({
    files: Type.Optional(
      Type.Array(PolicyFile, { maxItems: maximumFiles, description: 'Those of the folder' }),
    ),
  }),
  isDryRun: true,
  response: Shape({ files: Type.Array(PolicyFile, { maxItems: maximumExported }) }),
  handler: async (context) => {
    for (const permission of needed) await context.ask(permission)
    const before = await readSent(context.body().files ?? [])
    const exported = await renderPolicy(context.tx, before)
    if (exported.size > maximumExported)
      throw unprocessable({
        files: [`would be ${exported.size}, and at most ${maximumExported} are answered`],
      })
    const files = [...exported].map(([path, text]) => ({ path, text }))
    return new Restart(async () => ({ answer: { files } }))
  },
})
