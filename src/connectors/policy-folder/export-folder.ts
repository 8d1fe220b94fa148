import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../../database/database.ts'
import { decodeId } from '../../contract/ids.ts'
import { withSettings } from '../../policy/settings/operations/change-settings.ts'
import { builtInSettings } from '../../policy/limits/stored-settings.ts'
import {
  renderDefaults,
  renderDimensions,
  renderRulesets,
  type RenderedRuleset,
} from './render-folder.ts'
import { rulesetFinder } from './resource-index.ts'
import {
  isSettingsHome,
  type Folder,
  type RulesetSource,
  type SettingsSource,
} from './read-folder.ts'
import { schemaName } from './schema-name.ts'
import { yamlText } from './yaml-text.ts'
import { loadSavedPolicy, type SavedPolicy } from './saved-policy.ts'

/** Name → text of the files that say the policy. Those of the folder that say it already are not among them. */
export type ExportedFiles = Map<string, string>

/**
 * Writes the policy as files, equal for equal policies. In an existing folder (`before`) each resource is written
 * to the file that names it, whose tests stay; an unchanged file is left as it is, with its comments.
 */
export async function exportFolder(database: Database, before: Folder): Promise<ExportedFiles> {
  return database.snapshot(async (db) => exportPolicy(await loadSavedPolicy(db), before))
}

function exportPolicy(policy: SavedPolicy, before: Folder): ExportedFiles {
  const files: ExportedFiles = new Map()
  addSettings(files, policy, before.settings)
  const homes = homesOf(policy, before.rulesets)
  const rendered = renderRulesets(policy, new Set(homes.keys()))
  const taken = new Set([...before.rulesets, ...before.settings].map(({ name }) => name))
  const names = nameFiles(
    rendered.filter(({ id }) => !homes.has(id)),
    policy,
    taken,
  )
  for (const ruleset of rendered) {
    const home = homes.get(ruleset.id)
    const name = home?.name ?? names.get(ruleset.id) ?? ''
    if (home === undefined || !saysTheSame(home.data, ruleset.data))
      files.set(name, rulesetText(name, ruleset, home))
  }
  return files
}

function addSettings(
  files: ExportedFiles,
  policy: SavedPolicy,
  before: readonly SettingsSource[],
): void {
  const dimensions = renderDimensions(policy)
  const home = before.find(isSettingsHome)
  const said = withSettings(builtInSettings, home?.data.defaults ?? {})
  const isSaid = isDeepStrictEqual(said, policy.settings)
  if (home !== undefined && isSaid && isDeepStrictEqual(home.data.dimensions, dimensions)) return
  const isTaken = before.some(({ name }) => name === 'settings.yaml')
  const name = home?.name ?? (isTaken ? 'dimensions.yaml' : 'settings.yaml')
  const tests = home?.data.tests
  const defaults = isSaid ? home?.data.defaults : renderDefaults(policy)
  const data = {
    ...(defaults === undefined ? {} : { defaults }),
    dimensions,
    ...(tests === undefined ? {} : { tests }),
  }
  files.set(
    name,
    fileText(
      name,
      data,
      'Defaults, dimensions, and attributes that differ from what profiles give',
    ),
  )
}

/** Ruleset → the file that is about it. */
export function homesOf(
  policy: SavedPolicy,
  sources: readonly RulesetSource[],
): Map<string, RulesetSource> {
  const find = rulesetFinder(policy)
  const homes = sources.flatMap((source): [string, RulesetSource][] => {
    const id = decodeId('ruleset', source.data.id ?? '') ?? ''
    const found = policy.rulesets.has(id) ? id : find(source.data.resource)
    return found === undefined ? [] : [[found, source]]
  })
  return new Map(homes)
}

function saysTheSame({ tests: _tests, ...before }: RulesetSource['data'], after: object): boolean {
  return isDeepStrictEqual(before, after)
}

function rulesetText(name: string, { title, data }: RenderedRuleset, home?: RulesetSource): string {
  const tests = home?.data.tests
  return fileText(name, { ...data, ...(tests === undefined ? {} : { tests }) }, title)
}

/** With a link to the schema for editors, and the display name. */
function fileText(name: string, data: object, title: string): string {
  const depth = name.split('/').length - 1
  const comment = title.replace(/\s+/g, ' ').trim()
  const head = `# yaml-language-server: $schema=${'../'.repeat(depth)}${schemaName}\n`
  return `${head}${comment === '' ? '' : `# ${comment}\n`}\n${yamlText(data)}`
}

/** A name for each, after its resource; those that would share one get the end of their id. */
function nameFiles(
  rulesets: readonly RenderedRuleset[],
  { resources, rulesets: stored }: SavedPolicy,
  taken: ReadonlySet<string>,
): Map<string, string> {
  const bases = rulesets.map((ruleset): [RenderedRuleset, string] => {
    const { type, integration, dimension, vendor_id, value } = ruleset.data.resource
    const owner = stored.get(ruleset.id)?.owner
    const resource = owner && 'resourceId' in owner ? resources.get(owner.resourceId) : undefined
    const called = resource?.handle ?? (ruleset.title === '' ? (vendor_id ?? value) : ruleset.title)
    return [ruleset, `${type}/${slug(integration ?? dimension ?? '')}-${slug(called ?? '')}`]
  })
  const counts = Map.groupBy(bases, ([, base]) => base)
  const names = bases.map(([{ id }, base]): [string, string] => {
    const isAlone = counts.get(base)?.length === 1 && !taken.has(`${base}.yaml`)
    return [id, isAlone ? `${base}.yaml` : `${base}-${id.slice(-8)}.yaml`]
  })
  return new Map(names)
}

function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
  const words = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
  return words.slice(0, 60) || 'x'
}
