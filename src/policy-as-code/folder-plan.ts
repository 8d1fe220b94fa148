import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '../database/database.ts'
import type { Operation } from '../policy/operations/operation.ts'
import { withRefs } from '../policy/plans/with-refs.ts'
import { noTotals, type Effect, type Totals } from '../policy/plans/effect.ts'
import { resourceEffects, type ResourceEffect } from '../policy/plans/resource-effects.ts'
import type { FolderDimension } from './folder-file.ts'
import { diffLines } from './line-diff.ts'
import { isSettingsHome, type Folder } from './read-folder.ts'
import { renderDefaults, renderDimensions, renderRulesets } from './render-folder.ts'
import { resourceName } from './resource-name.ts'
import type { Homes } from './run-steps.ts'
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
  homes: Homes
  before: SavedPolicy
  after: SavedPolicy
  effect: Effect
  operations: readonly Operation[]
  exceeds: string[]
  findings: string[]
}

/** Describes what the steps of a folder have done, in the same transaction. */
export async function composePlan(tx: Transaction, parts: PlanParts): Promise<FolderPlan> {
  const { folder, homes, before, after, effect } = parts
  const [old, fresh] = [rulesetsSaid(before), rulesetsSaid(after)]
  const rulesets = renderRulesets(after, new Set(after.rulesets.keys()))
  const effects = await resourceEffects(tx, effect.rows)
  const resources = rulesets.flatMap(({ id, title, data }): ResourcePlan[] => {
    const { totals, people } = effects.get(id) ?? {}
    const diff = diffOf(old.get(id), fresh.get(id))
    if (diff.length === 0 && totals === undefined) return []
    return [
      {
        resource: resourceName(data.resource),
        name: title,
        file: homes.get(id)?.name ?? null,
        is_new: !before.rulesets.has(id),
        totals: totals ?? noTotals(),
        diff,
        people: people ?? [],
      },
    ]
  })
  const operations = await withRefs(tx, parts.operations)
  const digest = hash('sha256', `${effect.digest.toString('hex')} ${JSON.stringify(operations)}`)
  return {
    id: digest.slice(0, 16),
    digest,
    has_changes: operations.length > 0,
    totals: effect.totals,
    settings: {
      file: folder.settings.find(isSettingsHome)?.name ?? null,
      diff: diffOf(settingsSaid(before), settingsSaid(after)),
    },
    resources,
    operations,
    exceeds: parts.exceeds,
    findings: parts.findings,
    failed_tests: [],
    not_in_folder: rulesets
      .filter(({ id }) => fresh.has(id) && !homes.has(id))
      .map(({ data }) => resourceName(data.resource)),
  }
}

/** How the text of a file changes. */
function diffOf(before: object | undefined, after: object | undefined): string[] {
  if (isDeepStrictEqual(before, after)) return []
  const [old, fresh] = [before, after].map((each) => (each === undefined ? '' : yamlText(each)))
  return diffLines(old ?? '', fresh ?? '')
}

// What files say, without ids, which tell a reader nothing.

function settingsSaid(policy: SavedPolicy): object | undefined {
  const defaults = renderDefaults(policy)
  const dimensions = renderDimensions(policy).map(withoutIds)
  const all = Object.entries({ defaults, dimensions }).filter(
    ([, each]) => Object.keys(each).length > 0,
  )
  return all.length === 0 ? undefined : Object.fromEntries(all)
}

function withoutIds({ id: _id, attributes, ...dimension }: FolderDimension) {
  if (attributes === undefined) return dimension
  return { ...dimension, attributes: attributes.map(({ id: _attribute, ...named }) => named) }
}

/** By ruleset. */
function rulesetsSaid(policy: SavedPolicy): ReadonlyMap<string, object> {
  return new Map(
    renderRulesets(policy).map(({ id, data: { id: _id, rules, ...data } }) => [
      id,
      { ...data, rules: rules.map(({ id: _rule, ...rule }) => rule) },
    ]),
  )
}
