import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Muster } from '../../../sdk/src/index.ts'
import { commandActor } from '../../audit/command-actor.ts'
import { counted } from '../../contract/text.ts'
import type { Database } from '../../database/database.ts'
import { exportFolder } from '../../policy-as-code/export-folder.ts'
import { schemaName } from '../../policy-as-code/folder-file.ts'
import type { FolderPlan } from '../../policy-as-code/folder-plan.ts'
import { folderSchemaText } from '../../policy-as-code/folder-schema.ts'
import { readFiles, readFolder, textsOf, textsOfFolder } from '../../policy-as-code/read-folder.ts'
import { applyFolder, planFolder, StalePlan, testFolder } from '../../policy-as-code/run-folder.ts'
import { yamlFiles, type NamedText } from '../../policy-as-code/yaml-files.ts'
import { connect } from '../connection/connect.ts'
import { configOf } from '../local/config-options.ts'
import { onDatabase } from '../local/direct.ts'
import { onServer, type PolicyTarget } from '../local/policy-target.ts'
import { CommandFailed, print, WrongArguments } from '../output/output.ts'
import { showWork } from '../output/progress.ts'
import { agree } from '../plans/agree.ts'
import { describeEffect, describeTotals } from '../plans/describe-effects.ts'
import { describeFolderPlan, type DescribedFolderPlan } from '../plans/describe-folder-plan.ts'
import {
  applyOnServer,
  describedPlan,
  planChange,
  readPlan,
  type ServerPlan,
} from '../plans/server-plan.ts'

/** `here` reads what it needs before a database is opened. */
type Ways<T> = {
  there: (muster: Muster) => Promise<T>
  here: () => Promise<(database: Database) => Promise<T>>
}

/** Does something through the server that the options choose, or on a database. */
async function through<T>(options: PolicyTarget, { there, here }: Ways<T>): Promise<T> {
  const server = onServer(options)
  if (server !== null) return there((await connect(server)).muster)
  return onDatabase(configOf(options), await here())
}

type Planned = { plan: FolderPlan | ServerPlan; described: DescribedFolderPlan }
type PlanOptions = PolicyTarget & { full?: boolean; out?: string; yes?: boolean; plan?: string }
type Actor = ReturnType<typeof commandActor>

/** Prints the plan; the exit code says whether there is anything to do. */
export async function runPlan(path: string, options: PlanOptions): Promise<void> {
  const by = commandActor('policy plan', options)
  const { plan, described } = await withPlan(path, options, by, async (planned) => planned)
  const { out, json } = options
  if (out !== undefined) await writeFile(out, `${JSON.stringify(plan, null, 2)}\n`)
  print(json, plan, describeFolderPlan(described, options))
  if (described.has_changes) process.exitCode = 2
}

/** Shows the plan, asks, and does it unless it would do something else by then. */
export async function runApply(path: string, options: PlanOptions): Promise<void> {
  const agreement = {
    ...options,
    howToApply: options.plan === undefined ? howToApply : undefined,
  }
  const by = commandActor('policy apply', options)
  const { plan, described } = await withPlan(path, options, by, async (planned, apply) => {
    if (!planned.described.has_changes) return planned
    await agree(planned.described, agreement)
    return { ...planned, plan: await apply() }
  })
  const applied = `Applied: ${describeTotals(described)}.`
  print(options.json, plan, described.has_changes ? applied : 'Nothing to change.')
}

type WithPlan = (planned: Planned, apply: () => Promise<Planned['plan']>) => Promise<Planned>

/** Plans what a folder says, or takes the plan that was shown, and does something with it. */
async function withPlan(
  path: string,
  options: PlanOptions,
  by: Actor,
  work: WithPlan,
): Promise<Planned> {
  const shown = options.plan === undefined ? undefined : await readShown(options.plan)
  return through(options, {
    // A plan of a server is what it has shown: applying it does that, or nothing.
    there: async (muster) => {
      const plan =
        shown === undefined
          ? await planChange({ files: await textsOfFolder(path) }, muster)
          : await readPlan(shown.id, muster)
      const described = await describedPlan(plan, muster)
      return work({ plan, described }, () => applyOnServer(plan.id, muster))
    },
    here: async () => {
      const folder = await readFolder(path)
      return async (database) => {
        const plan = await showWork('Planning', () => planFolder(database, folder, by))
        if (shown !== undefined && ![plan.id, plan.digest].includes(shown.id))
          throw stale(plan, shown)
        return work({ plan, described: plan }, async () => {
          // Every audit row of this apply has this request id.
          const how = { actor: { ...by, requestId: plan.id }, planId: plan.id }
          await showWork('Applying', () => applyFolder(database, folder, how)).catch(
            (error: unknown) => {
              throw error instanceof StalePlan ? stale(error.plan, plan) : error
            },
          )
          return plan
        })
      }
    },
  })
}

function howToApply(id: string): string {
  return `Look at it with muster policy plan, and apply it with --plan ${id} --yes.`
}

/** The parts of a plan that are compared with a later one. */
type ShownPlan = { id: string } & Partial<Pick<FolderPlan, 'totals' | 'resources'>>

/** The reviewed plan: only its id, or all of it from the file of --out. */
async function readShown(plan: string): Promise<ShownPlan> {
  if (/^([0-9a-f]{16}([0-9a-f]{48})?|popln_\w+)$/.test(plan)) return { id: plan }
  const text = await readFile(plan, 'utf8')
  try {
    const read: unknown = JSON.parse(text)
    // Written by --out; a part that it lacks is not compared.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const shown = read as ShownPlan
    if (typeof shown.id === 'string') return shown
  } catch {
    // Reported below.
  }
  throw new WrongArguments(`${plan} is not the id of a plan, and not a file of --out.`)
}

function stale(now: FolderPlan, shown: ShownPlan): CommandFailed {
  const lines = [
    ...comparePlans(shown, now),
    `The plan is now ${now.id}: muster policy plan shows it.`,
  ]
  return new CommandFailed(
    `Nothing was applied: the plan ${shown.id} is stale: the folder would now do something else.\n${lines.join('\n')}`,
  )
}

const shownLines = 20

/** What a folder would do now and would not have done before, and the other way round, a line each. */
function comparePlans({ resources, totals }: ShownPlan, now: FolderPlan): string[] {
  if (resources === undefined || totals === undefined) return []
  const [before, after] = [new Set(linesOf(resources)), new Set(linesOf(now.resources))]
  const lines = [
    ...[...before.difference(after)].map((line) => `  no longer: ${line}`),
    ...[...after.difference(before)].map((line) => `  now also:  ${line}`),
  ]
  const more = lines.length - shownLines
  return [
    `It showed ${describeTotals({ totals })}; now it is ${describeTotals(now)}.`,
    ...lines.slice(0, shownLines),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

function linesOf(resources: FolderPlan['resources']): string[] {
  return resources.flatMap(({ resource, people, diff }) => [
    ...people.map((person) => `${resource}: ${describeEffect(person)}`),
    ...diff.filter((line) => /^[+-]/.test(line)).map((line) => `${resource}: ${line}`),
  ])
}

/** Prints each failure with its place and reason; the exit code is 1 then. */
export async function runTest(directory: string, options: PolicyTarget): Promise<void> {
  const report = await through(options, {
    there: async (muster) => {
      const files = await textsOfFolder(directory)
      return showWork('Testing', () => muster.post('/policy/test', { body: { files } }))
    },
    here: async () => {
      const folder = await readFolder(directory)
      const by = commandActor('policy test', options)
      return async (database) => {
        const tested = await showWork('Testing', () => testFolder(database, folder, by))
        const failures = tested.failures.map(({ rulesetId: _ruleset, ...failure }) => failure)
        return { passed: tested.passed, failures }
      }
    },
  })
  const { passed, failures } = report
  const lines = failures.map(({ file, line, message }) => `${file}:${line}: ${message}`)
  const counts = `${passed} passed, ${failures.length} failed.`
  print(options.json, report, [...lines, counts].join('\n'))
  if (failures.length > 0) process.exitCode = 1
}

/** Writes the policy into the folder, which is created if it is missing. */
export async function runExport(directory: string, options: PolicyTarget): Promise<void> {
  await mkdir(directory, { recursive: true })
  const before = await yamlFiles(directory)
  const folder = readFiles(before)
  const files = await through<ReadonlyMap<string, string>>(options, {
    there: (muster) => exportThere(muster, before),
    here: async () => (database) => showWork('Exporting', () => exportFolder(database, folder)),
  })
  for (const [name, text] of files) {
    const path = join(directory, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  const schema = join(directory, schemaName)
  // A link is replaced, because its target was never checked.
  await rm(schema, { force: true })
  await writeFile(schema, folderSchemaText())
  const written = [...files.keys()]
  const wrote = `Wrote ${counted(written.length, 'file')} in ${directory}.`
  print(options.json, { written }, written.length === 0 ? 'The files say it already.' : wrote)
}

/** The files of a server: they go only where an export of the database puts them. */
async function exportThere(muster: Muster, before: readonly NamedText[]) {
  const sent = textsOf(before)
  const body = sent.length === 0 ? {} : { files: sent }
  const { files } = await showWork('Exporting', () => muster.post('/policy/export', { body }))
  const known = new Set(sent.map(({ path }) => path))
  const odd = files.find(({ path }) => !known.has(path) && !ownName.test(path))
  if (odd !== undefined)
    throw new CommandFailed(
      `The server sent a file with the name ${odd.path}. Nothing was written.`,
    )
  return new Map(files.map(({ path, text }) => [path, text]))
}

const ownName = /^([a-z0-9_]+\/)?[a-z0-9-]+\.yaml$/
