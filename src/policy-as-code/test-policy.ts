import { Type } from 'typebox'
import { unprocessable } from '../http/refusals/problem.ts'
import { Restart, writeRoute } from '../http/route/route.ts'
import { Count, Empty, Shape, Text } from '../http/shapes/schema.ts'
import { collectMissing } from '../policy/plans/collect-missing.ts'
import { maximumFiles, PolicyFile } from '../policy/plans/policy-file.ts'
import { askForSomeRuleset } from '../policy/rights/visible-ruleset.ts'
import { carriedOut } from '../policy/limits/stopped.ts'
import { evaluateTests } from './folder-tests.ts'
import { runSteps } from './run-steps.ts'
import { readSent, refusalOf } from './sent-files.ts'
import { requireRead, requireTest } from './caller-rights.ts'

/** Each evaluates a person. */
const maximumTests = 10_000
const maximumOperations = 2000

export const testPolicy = writeRoute({
  id: 'testPolicy',
  method: 'POST',
  url: '/policy/test',
  tag: 'policy',
  summary: 'Run the tests of policy files',
  description:
    'Holds the `tests` of a policy folder against the policy that its files say and the people there are. Nothing is stored or changed. ' +
    'Needs the rights to read what the files name, as a plan of them does, and what the tests are about: `directory.user.view` for people, ' +
    '`directory.identity.profile.view` for values, and `policy.rule.view` on every ruleset for people who are made up.',
  access: { row: 'policy.rule.view' },
  cost: 20,
  params: {},
  query: Empty,
  body: Shape({
    files: Type.Array(PolicyFile, { minItems: 1, maxItems: maximumFiles }),
  }),
  isDryRun: true,
  status: 200,
  response: Shape(
    {
      passed: Count,
      failures: Type.Array(
        Shape({
          file: Text(500, { examples: ['codehost_group/platform.yaml'] }),
          line: Type.Integer({ minimum: 1, examples: [12] }),
          column: Type.Integer({ minimum: 1, examples: [5] }),
          path: Text(2000, { examples: ['tests[0]'] }),
          message: Type.String({
            description: 'What is not so, and why',
            examples: [
              'ada@acme.example should have any role of codehost_group codehost/12, but has nothing there',
            ],
          }),
        }),
        { maxItems: maximumTests },
      ),
    },
    { $id: 'PolicyTestReport' },
  ),
  handler: async (context) => {
    await askForSomeRuleset(context)
    const { files } = context.body()
    const folder = await readSent(files)
    const sources = [...folder.settings, ...folder.rulesets]
    const tests = sources.reduce((sum, { data }) => sum + (data.tests?.length ?? 0), 0)
    if (tests > maximumTests)
      throw unprocessable({ files: [`have more than ${maximumTests} tests`] })
    const checked = collectMissing({ ...context, isDryRun: true })
    await requireRead(checked, folder)
    await requireTest(checked, folder)
    checked.refuseMissing()
    const done = await runSteps(checked, folder, maximumOperations).catch((error: unknown) => {
      checked.refuseMissing()
      throw refusalOf(error, files)
    })
    const { tx, may, services } = context
    const { homes } = carriedOut(done)
    const tester = { tx, may, database: services.database }
    const { passed, failures } = await evaluateTests(tester, folder, homes)
    const shown = failures.map(({ rulesetId: _ruleset, ...failure }) => failure)
    return new Restart(async () => ({ answer: { passed, failures: shown } }))
  },
})
