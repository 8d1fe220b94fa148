import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '../database/database.ts'
import type { Operation } from '../policy/operations/operation.ts'
import { withRefs } from '../policy/plans/with-refs.ts'
import { noTotals, type Effect, type Totals } from '../policy/plans/effect.ts'
import { resourceEffects, type ResourceEffect } from '../policy/plans/resource-effects.ts'
import { homesOf } from './export-folder.ts'
import type { FolderDimension } from './folder-file.ts'
import { diffLines } from './line-diff.ts'
import { isSettingsHome, type Folder } from './read-folder.ts'
import { renderDefaults, renderDimensions, renderRulesets, resourceName } from './render-folder.ts'
import type { SavedPolicy } from './saved-policy.ts'
import { yamlText } from './yaml-text.ts'

/** What a plan does about one resource. */
export type ResourcePlan = ResourceEffect & {
  /** `codehost_group codehost/12` */
  resource: string
  /** The display name. */
  name: string
  /** Null where no file is about it. */
  file: string | null
  is_new: boolean
  /** How its file changes, in lines that begin with a blank, `+` or `-`. */
  diff: string[]
}

/** What a folder would change. `id` is the beginning of `digest`, which is the same for the same operations with the same effect. */
export type FolderPlan = {
  id: string
  digest: string
  has_changes: boolean
  totals: Totals & { people: number }
  settings: { file: string | null; diff: string[] }
  resources: ResourcePlan[]
  /** What is carried out, in order. */
  operations: readonly object[]
  /** The limits that it exceeds, each in a sentence: it takes `policy.change.approve`. */
  exceeds: string[]
  /** What is odd about the rules that it leaves in force. */
  findings: string[]
  /** The tests of the folder that fail, each with its place. */
  failed_tests: string[]
  /** Resources with rules that are in no file of the folder, and stay as they are. */
  not_in_folder: string[]
}

export type PlanParts = {
  folder: Folder
  before: SavedPolicy
  after: SavedPolicy
  effect: Effect
  operations: readonly Operation[]
  exceeds: string[]
  findings: string[]
  failedTests: string[]
}

/** Describes what the steps of a folder have done, in the same transaction. */
export async function composePlan(tx: Transaction, parts: PlanParts): Promise<FolderPlan> {
  const { folder, before, after, effect } = parts
  const texts = { old: rulesetsSaid(before), fresh: rulesetsSaid(after) }
  const settings = {
    file: folder.settings.find(isSettingsHome)?.name ?? null,
    diff: diffLines(settingsText(before), settingsText(after)),
  }
  const resources = await planResources(tx, parts, texts)
  const operations = await withRefs(tx, parts.operations)
  const digest = hash('sha256', `${effect.digest.toString('hex')} ${JSON.stringify(operations)}`)
  return {
    id: digest.slice(0, 16),
    digest,
    has_changes: operations.length > 0,
    totals: effect.totals,
    settings,
    resources,
    operations,
    exceeds: parts.exceeds,
    findings: parts.findings,
    failed_tests: parts.failedTests,
    not_in_folder: leftOut(parts),
  }
}

/** Ruleset → the content of its file, without ids, which tell a reader nothing. */
type RenderedRecords = ReadonlyMap<string, object>
type Texts = { old: RenderedRecords; fresh: RenderedRecords }

/** The file of defaults and dimensions without ids. */
function settingsText(policy: SavedPolicy): string {
  const defaults = renderDefaults(policy)
  const dimensions = renderDimensions(policy).map(withoutIds)
  const said = {
    ...(Object.keys(defaults).length === 0 ? {} : { defaults }),
    ...(dimensions.length === 0 ? {} : { dimensions }),
  }
  return textOf(Object.keys(said).length === 0 ? undefined : said)
}

function withoutIds({ id: _id, attributes, ...dimension }: FolderDimension) {
  if (attributes === undefined) return dimension
  return { ...dimension, attributes: attributes.map(({ id: _attribute, ...named }) => named) }
}

function rulesetsSaid(policy: SavedPolicy): RenderedRecords {
  return new Map(
    renderRulesets(policy).map(({ id, data: { id: _id, rules, ...data } }) => {
      const said = rules.map(({ id: _rule, ...rule }) => rule)
      return [id, { ...data, rules: said }]
    }),
  )
}

function textOf(said: object | undefined): string {
  return said === undefined ? '' : yamlText(said)
}

async function planResources(
  tx: Transaction,
  { folder, before, after, effect }: PlanParts,
  { old, fresh }: Texts,
): Promise<ResourcePlan[]> {
  const all = renderRulesets(after, new Set(after.rulesets.keys()))
  const effects = await resourceEffects(tx, effect.rows)
  const homes = homesOf(after, folder.rulesets)
  return all.flatMap(({ id, title, data }) => {
    const own = effects.get(id)
    const isSame = isDeepStrictEqual(old.get(id), fresh.get(id))
    const diff = isSame ? [] : diffLines(textOf(old.get(id)), textOf(fresh.get(id)))
    if (diff.length === 0 && own === undefined) return []
    return [
      {
        resource: resourceName(data.resource),
        name: title,
        file: homes.get(id)?.name ?? null,
        is_new: !before.rulesets.has(id),
        totals: own?.totals ?? noTotals(),
        diff,
        people: own?.people ?? [],
      },
    ]
  })
}

function leftOut({ folder, after }: PlanParts): string[] {
  const homes = homesOf(after, folder.rulesets)
  return renderRulesets(after)
    .filter(({ id }) => !homes.has(id))
    .map(({ data }) => resourceName(data.resource))
}
