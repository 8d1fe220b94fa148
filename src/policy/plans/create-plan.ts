import { Type } from 'typebox'
import { Restart, writeRoute } from '../../http/route/route.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { Nullable, Shape, Text } from '../../http/shapes/schema.ts'
import { Operation } from '../operations/operation.ts'
import { keepMade } from './keep-made.ts'
import { applyFilesOp, type PlanOfFiles, type SentFile } from './plan-of-files.ts'
import { maximumFiles, PolicyFile } from './policy-file.ts'
import { planAtOnce } from './plan-at-once.ts'
import { askForSomeRuleset } from '../rights/visible-ruleset.ts'
import { DescribedPlan } from './schema.ts'

const maximumOperations = 1000

export const createPlan = writeRoute({
  id: 'createPlan',
  method: 'POST',
  url: '/policy/plans',
  summary: 'Plan changes of the policy',
  description:
    'Works out what a list of operations would do to every manifest, and changes nothing. What one operation makes under a `ref`, ' +
    'later ones name as `$ref`. An operation may name by `if_match` the version of its record that was seen: if it has changed, the response is 412, and 409 to `apply`. The plan can be applied for 24 hours. A plan may also change the priority of a rule in force and ' +
    'take a ruleset from managed to monitored. The effect of a change of very many stays is worked out by a job: 202, and the plan is ' +
    '`planning` until it is `ready`. Needs the rights to read what it names and shows, not those to make the change, which `apply` needs. Instead of operations, the files of a policy folder can be sent: ' +
    'the plan has the operations that make the policy what they say, and to read what they name, the caller needs the right to see it.',
  access: { row: 'policy.rule.view' },
  cost: 20,
  body: Shape(
    {
      operations: Type.Optional(
        Type.Array(Operation, {
          minItems: 1,
          maxItems: maximumOperations,
          description: 'Or `files`',
        }),
      ),
      files: Type.Optional(
        Type.Array(PolicyFile, {
          minItems: 1,
          maxItems: maximumFiles,
          description: 'The files of a policy folder, instead of `operations`',
        }),
      ),
      description: Type.Optional(Nullable(Text(1000))),
    },
    {
      examples: [
        { operations: [{ op: 'activate_rule', rule_id: 'porul_01kaf7m2t4e8j9p3q5r7s9v1wx' }] },
      ],
    },
  ),
  isVersioned: true,
  isDryRun: true,
  comparesVersions: true,
  accepted: DescribedPlan,
  status: 201,
  response: DescribedPlan,
  handler: async (context) => {
    await askForSomeRuleset(context)
    const { description = null, ...sent } = context.body()
    const operations = operationsOf(sent)
    const planned = await planAtOnce(context, operations)
    return new Restart((again) => keepMade(again, { description, operations }, planned))
  },
})

type Sent = { operations?: readonly Operation[]; files?: readonly SentFile[] }

/** The operations of a plan; files are the one operation that applies them. */
function operationsOf({ operations, files }: Sent): readonly Operation[] {
  if ((operations === undefined) === (files === undefined))
    throw unprocessable({ operations: ['or files are required, one of the two'] })
  if (files === undefined) return operations ?? []
  const paths = files.map(({ path }) => path)
  const again = paths.findIndex((path, index) => paths.indexOf(path) !== index)
  if (again >= 0) throw unprocessable({ [`files.${again}.path`]: ['is that of another file too'] })
  const stored: PlanOfFiles = { op: applyFilesOp, files, operations: [] }
  // An operation of files is found by its `op`, like every stored change.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return [stored as unknown as Operation]
}
