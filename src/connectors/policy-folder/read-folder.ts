import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { findRefusedCharacters } from '../policy-file/read-policy-file.ts'
import { explainSchemaErrors } from '../policy-file/schema-faults.ts'
import { FolderError, refuseFaults, type FolderFault } from './folder-error.ts'
import { RulesetFile, SettingsFile } from './folder-file.ts'
import { parseSource, type SourceFile } from './source-file.ts'
import { rulesetFaults, settingsFaults } from './static-faults.ts'
import { yamlFiles, type NamedText } from './yaml-files.ts'

export type RulesetSource = SourceFile & { data: RulesetFile }
export type SettingsSource = SourceFile & { data: SettingsFile }

/** What the files of a folder say, in the order of their names. */
export type Folder = {
  settings: SettingsSource[]
  rulesets: RulesetSource[]
  /** What it leaves out of a resource that it names is to go; else that stays as it is. */
  isWhole: boolean
}

/** What the {@link yamlFiles} of a directory say. Throws {@link FolderError}. */
export async function readFolder(directory: string): Promise<Folder> {
  const files = await yamlFiles(directory)
  if (files.length === 0) {
    const message = 'there is no .yaml file in this folder'
    throw new FolderError([{ file: directory, line: 1, column: 1, path: '', message }])
  }
  return readFiles(files)
}

/** {@link readFolder} of files that were read. */
export function readFiles(files: readonly NamedText[]): Folder {
  const folder: Folder = { settings: [], rulesets: [], isWhole: true }
  const faults = files.flatMap((file) => addFile(folder, file))
  faults.push(...repeatedSettings(folder))
  refuseFaults(faults)
  return folder
}

function addFile(folder: Folder, [name, content]: NamedText): FolderFault[] {
  if (typeof content !== 'string')
    return [{ file: name, line: 1, column: 1, path: '', message: content.fault }]
  const parsed = parseSource(name, content)
  if ('faults' in parsed) return parsed.faults
  const { source } = parsed
  const { data } = source
  const isRuleset = typeof data === 'object' && data !== null && 'resource' in data
  const faults = [...schemaFaults(isRuleset ? RulesetFile : SettingsFile, source)]
  if (faults.length > 0) return faults
  if (Value.Check(RulesetFile, data)) {
    folder.rulesets.push({ ...source, data })
    return rulesetFaults(data).map(source.place)
  }
  if (!Value.Check(SettingsFile, data)) return []
  folder.settings.push({ ...source, data })
  return settingsFaults(data).map(source.place)
}

function* schemaFaults(schema: TSchema, { data, place }: SourceFile): Generator<FolderFault> {
  if (Value.Check(schema, data)) {
    for (const fault of findRefusedCharacters(data, '')) yield place(fault)
    return
  }
  for (const fault of explainSchemaErrors(schema, data, Value.Errors(schema, data)))
    yield place(fault)
}

/** One file has the defaults and the dimensions: nobody has to look for them. */
function repeatedSettings({ settings }: Folder): FolderFault[] {
  const [first, ...others] = settings.filter(isSettingsHome)
  return others.map(({ place, data }) => {
    const path = data.dimensions === undefined ? 'defaults' : 'dimensions'
    const message = `defaults and dimensions stand in one file, and ${first?.name} has some already`
    return place({ path, message })
  })
}

/** Whether it is the file that says what holds everywhere. */
export function isSettingsHome({ data }: SettingsSource): boolean {
  return data.dimensions !== undefined || data.defaults !== undefined
}
