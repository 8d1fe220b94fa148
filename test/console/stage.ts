import { readFile, rm, writeFile } from 'node:fs/promises'
import { makeDemoDirectory, openDemo, type OpenDemo } from '../../demo/open-demo.ts'
import { createMuster, type Muster } from '../../sdk/src/index.ts'
import { cliActor } from '../../src/cli/local/direct.ts'
import { importExport } from '../../src/connectors/import/import-export.ts'
import { importPolicy } from '../../src/policy-as-code/import-policy.ts'
import { addHostileRows, policyOfManyGroups } from './hostile-exports.ts'

/** A served demo in which something waits for a decision, and whose data tries to break pages. */
export type Stage = {
  origin: string
  /** As the owner. */
  muster: Muster
  demo: OpenDemo['demo']
  close: () => Promise<void>
}

type StageOptions = { people: number; port?: number; reports: number; groups: number }

export async function openStage({ people, port = 0, ...hostile }: StageOptions): Promise<Stage> {
  const directory = await makeDemoDirectory('muster-console-')
  const remove = () => rm(directory, { recursive: true, force: true, maxRetries: 3 })
  try {
    const isHostile = hostile.reports > 0
    const opened = await openDemo({
      people,
      seed: 1,
      port,
      directory,
      ...(isHostile && { alter: addHostileRows(hostile) }),
    })
    const { running, demo } = opened
    const close = async () => {
      await running.stop()
      await remove()
    }
    try {
      const muster = createMuster({ origin: demo.url, token: demo.token, retries: 0 })
      if (isHostile) {
        const { database } = running.opened
        await importPolicy(database, policyOfManyGroups(hostile.groups), { actor: cliActor })
        await openIncident(opened)
        await makePlan(muster)
        await deletePerson(muster)
      }
      return { origin: demo.url, muster, demo, close }
    } catch (error) {
      await running.stop()
      throw error
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** The source loses the department of a division, whose groups depend on it. */
async function openIncident({ running, files }: OpenDemo): Promise<void> {
  const [file] = files
  if (file === undefined) throw new Error('the demo has no exports')
  const lines = (await readFile(file.path, 'utf8')).trimEnd().split('\n')
  const path = `${file.path}.forgot`
  const forgot = lines.map((line) =>
    line.includes('"division":"Engineering"') ? line.replace(/"department":"[^"]*",/, '') : line,
  )
  await writeFile(path, forgot.join('\n'))
  const { incident } = await importExport(running.opened.database, {
    integrationHandle: 'idp',
    path,
    isComplete: true,
    actor: cliActor,
  })
  if (incident?.state !== 'open') throw new Error('the import opened no incident')
}

/** A plan that ends a rule for more people than one person may decide. */
async function makePlan(muster: Muster): Promise<void> {
  // Of a department, because groups follow departments, and the demo's other attributes are many.
  const { data: dimensions } = await muster.get('/directory/dimensions')
  const department = dimensions.find(({ handle }) => handle === 'department')
  if (department === undefined) throw new Error('the demo has no departments')
  const query = { 'filter[dimension_id]': department.id, 'page[size]': '500' } as const
  for await (const { id } of muster.list('/policy/rulesets', { params: { query } })) {
    const params = { path: { ruleset: id } }
    const members = await muster.get('/policy/rulesets/{ruleset}/manifest-users', { params })
    if (members.data.length < manyMembers) continue
    const operations = []
    for await (const rule of muster.list('/policy/rulesets/{ruleset}/rules', { params }))
      if (rule.state === 'active')
        operations.push({ op: 'deactivate_rule' as const, rule_id: rule.id })
    const plan = await muster.post('/policy/plans', { body: { operations } })
    if (plan.exceeds.length > 0) return
  }
  throw new Error('no rule of the demo is beyond a limit')
}

/** Limits begin above five people. */
const manyMembers = 8

async function deletePerson(muster: Muster): Promise<void> {
  for await (const { id } of muster.list('/directory/users', {
    params: { query: { 'filter[state]': 'deactivated' } },
  })) {
    await muster.delete('/directory/users/{user}', { params: { path: { user: id } } })
    return
  }
}
