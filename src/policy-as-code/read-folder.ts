import { Compile } from 'typebox/compile'
import { FolderError, refuseFaults, type FolderFault } from './folder-error.ts'
import { RulesetFile, SettingsFile } from './folder-file.ts'
import { parseYaml } from './parse-yaml.ts'
import { checkSource, partOf, sourceOf, type SourceFile } from './source-file.ts'
import { rulesetFaults, settingsFaults } from './static-faults.ts'
import { yamlFiles, type NamedText } from './yaml-files.ts'

export type RulesetSource = SourceFile & { data: RulesetFile }
export type SettingsSource = SourceFile & { data: SettingsFile }

/** What the files of a folder say, in the order of their names. */
export type Folder = {
  settings: SettingsSource[]
  /** Those with a file of their own, and those of the `rulesets` of other files. */
  rulesets: RulesetSource[]
  /** Whether the rules that a resource's file leaves out are removed, and other keys get their defaults; else both stay. */
  isWhole: boolean
}

/** What the {@link yamlFiles} at a path say: those of a folder, or one file, which is a folder of one. Throws {@link FolderError}. */
export async function readFolder(path: string): Promise<Folder> {
  return readFiles(await filesOf(path))
}

/** The texts of {@link readFolder}, for a server. Throws {@link FolderError}. */
export async function textsOfFolder(path: string): Promise<{ path: string; text: string }[]> {
  const files = await filesOf(path)
  // Says why they can't be read.
  readFiles(files.filter(([, content]) => typeof content !== 'string'))
  return textsOf(files)
}

async function filesOf(path: string): Promise<NamedText[]> {
  const files = await yamlFiles(path)
  if (files.length > 0) return files
  const message = 'there is no .yaml file in this folder'
  throw new FolderError([{ file: path, line: 1, column: 1, path: '', message }])
}

/** Those that can be read. */
export function textsOf(files: readonly NamedText[]): { path: string; text: string }[] {
  return files.flatMap(([path, text]) => (typeof text === 'string' ? [{ path, text }] : []))
}

/** {@link readFolder} of files that were read. */
export function readFiles(files: readonly NamedText[]): Folder {
  return checkFiles(
    files.map(([name, content]) => [
      name,
      typeof content === 'string' ? parseYaml(content) : content,
    ]),
  )
}

const rulesetFile = Compile(RulesetFile)
const settingsFile = Compile(SettingsFile)

/** A file's name in the folder, and what it says or why it can't be read. */
export type ParsedFile = readonly [
  name: string,
  parsed: ReturnType<typeof parseYaml> | { fault: string },
]

/** Enough to correct at once: explaining what does not fit takes much longer than finding it out. */
const maximumFaults = 100

/** {@link readFolder} of files that were parsed. */
export function checkFiles(files: readonly ParsedFile[]): Folder {
  const folder: Folder = { settings: [], rulesets: [], isWhole: true }
  const faults: FolderFault[] = []
  for (const file of files) {
    faults.push(...addFile(folder, file))
    if (faults.length >= maximumFaults) refuseFaults(faults)
  }
  faults.push(...repeatedSettings(folder))
  refuseFaults(faults)
  return folder
}

function addFile(folder: Folder, [name, parsed]: ParsedFile): FolderFault[] {
  if ('fault' in parsed)
    return [{ file: name, line: 1, column: 1, path: '', message: parsed.fault }]
  const read = sourceOf(name, parsed)
  if ('faults' in read) return read.faults
  const { data, place } = read.source
  if (typeof data === 'object' && data !== null && 'resource' in data) {
    const checked = checkSource(rulesetFile, read.source)
    if ('faults' in checked) return checked.faults
    folder.rulesets.push(checked.source)
    return rulesetFaults(checked.source.data).map(place)
  }
  const checked = checkSource(settingsFile, read.source)
  if ('faults' in checked) return checked.faults
  const { source } = checked
  const { rulesets = [] } = source.data
  const parts = rulesets.map((each, index) => partOf(source, `rulesets[${index}]`, each))
  folder.settings.push(source)
  folder.rulesets.push(...parts)
  const faults = parts.flatMap((part) => rulesetFaults(part.data).map(part.place))
  return [...settingsFaults(source.data).map(place), ...faults]
}

/** Only one file may have defaults and dimensions, so that readers need not search for them. */
function repeatedSettings({ settings }: Folder): FolderFault[] {
  const [first, ...others] = settings.filter(isSettingsHome)
  return others.map(({ place, data }) => {
    const path = data.dimensions === undefined ? 'defaults' : 'dimensions'
    const message = `defaults and dimensions stand in one file, and ${first?.name} has some already`
    return place({ path, message })
  })
}

/** Whether it is the file with the settings of the whole folder. */
export function isSettingsHome({ data }: SettingsSource): boolean {
  return data.dimensions !== undefined || data.defaults !== undefined
}
