import { isDeepStrictEqual } from 'node:util'
import type { Database, Reader } from '../database/database.ts'
import { inSlices } from '../http/lists/in-slices.ts'
import { builtInSettings, withSettings } from '../policy/limits/stored-settings.ts'
import {
  renderDefaults,
  renderDimensions,
  renderRulesets,
  type RenderedRuleset,
} from './render-folder.ts'
import {
  isSettingsHome,
  type Folder,
  type RulesetSource,
  type SettingsSource,
} from './read-folder.ts'
import { type RulesetFile, type SettingsFile, schemaName } from './folder-file.ts'
import { homesOf } from './named-resources.ts'
import { yamlInSlices } from './yaml-text.ts'
import { loadSavedPolicy, type SavedPolicy } from './saved-policy.ts'

/** Name → text of the files that say the policy. Those of the folder that say it already are not among them. */
export type ExportedFiles = Map<string, string>

/**
 * Writes the policy as files, equal for equal policies. In an existing folder (`before`) each resource is written
 * to the file that names it, whose tests stay; an unchanged file is left as it is, with its comments.
 */
export async function exportFolder(database: Database, before: Folder): Promise<ExportedFiles> {
  return database.snapshot((db) => renderPolicy(db, before))
}

/** {@link exportFolder} of what is read, with turns for other requests between the files and the items of their lists. */
export async function renderPolicy(db: Reader, before: Folder): Promise<ExportedFiles> {
  const files: ExportedFiles = new Map()
  const policy = await loadSavedPolicy(db)
  const homes = await homesOf(db, policy, before.rulesets)
  const rendered = renderRulesets(policy, new Set(homes.keys()))
  await addSettings(files, policy, before, listedIn(rendered, homes, before))
  const taken = new Set([...before.rulesets, ...before.settings].map(({ name }) => name))
  const names = nameFiles(
    rendered.filter(({ id }) => !homes.has(id)),
    taken,
  )
  for await (const ruleset of inSlices(rendered)) {
    const home = homes.get(ruleset.id)
    if (home !== undefined && home.part !== '') continue
    const name = home?.name ?? names.get(ruleset.id) ?? ''
    const data = withTests(ruleset.data, home)
    if (!isDeepStrictEqual(home?.data, data))
      files.set(name, await fileText(name, data, ruleset.title))
  }
  return files
}

/** File → its list of rulesets, each as it is stored, where it is. */
function listedIn(
  rendered: readonly RenderedRuleset[],
  homes: ReadonlyMap<string, RulesetSource>,
  { rulesets }: Folder,
): ReadonlyMap<string, RulesetFile[]> {
  const stored = new Map(rendered.map(({ id, data }) => [homes.get(id), data]))
  const parts = rulesets.filter(({ part }) => part !== '')
  const listed = Map.groupBy(parts, ({ name }) => name)
  const said = (source: RulesetSource) => withTests(stored.get(source) ?? source.data, source)
  return new Map([...listed].map(([name, sources]) => [name, sources.map(said)]))
}

/** The data of a ruleset with the tests of its file. */
function withTests(data: RulesetFile, home: RulesetSource | undefined): RulesetFile {
  const tests = home?.data.tests
  return { ...data, ...(tests === undefined ? {} : { tests }) }
}

async function addSettings(
  files: ExportedFiles,
  policy: SavedPolicy,
  { settings }: Folder,
  listed: ReadonlyMap<string, RulesetFile[]>,
): Promise<void> {
  const home = settings.find(isSettingsHome)
  const isTaken = settings.some(({ name }) => name === 'settings.yaml')
  const added = { name: isTaken ? 'dimensions.yaml' : 'settings.yaml', data: {} }
  for (const source of home === undefined ? [...settings, added] : settings) {
    const { name, data } = source
    const own = source === (home ?? added) ? settingsSaid(policy, home) : {}
    const rulesets = listed.get(name)
    const { defaults, dimensions, tests }: SettingsFile = { ...data, ...own }
    const all = { defaults, dimensions, rulesets, tests }
    const said = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
    if (!isDeepStrictEqual(said, { ...data })) files.set(name, await fileText(name, said, title))
  }
}

const title = 'Defaults, dimensions, and attributes that differ from what profiles give'

/** Defaults as the file has them, where they are what is stored. */
function settingsSaid(policy: SavedPolicy, home: SettingsSource | undefined): SettingsFile {
  const defaults = home?.data.defaults
  const isSaid = isDeepStrictEqual(withSettings(builtInSettings, defaults ?? {}), policy.settings)
  const said = isSaid ? defaults : renderDefaults(policy)
  return {
    dimensions: renderDimensions(policy),
    ...(said === undefined ? {} : { defaults: said }),
  }
}

/** With a link to the schema for editors, and the display name. */
async function fileText(name: string, data: object, title: string): Promise<string> {
  const depth = name.split('/').length - 1
  const comment = title.replace(/\s+/g, ' ').trim()
  const head = `# yaml-language-server: $schema=${'../'.repeat(depth)}${schemaName}\n`
  return `${head}${comment === '' ? '' : `# ${comment}\n`}\n${await yamlInSlices(data)}`
}

/** A name for each, after its resource; those that would share one get the end of their id. */
function nameFiles(
  rulesets: readonly RenderedRuleset[],
  taken: ReadonlySet<string>,
): Map<string, string> {
  const bases = rulesets.map(({ id, title, handle, data }) => {
    const { type, integration, dimension, vendor_id, value } = data.resource
    const called = handle ?? (title === '' ? (vendor_id ?? value) : title)
    return { id, base: `${type}/${slug(integration ?? dimension ?? '')}-${slug(called ?? '')}` }
  })
  const counts = Map.groupBy(bases, ({ base }) => base)
  const names = bases.map(({ id, base }): [string, string] => {
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
