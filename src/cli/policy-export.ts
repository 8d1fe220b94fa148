import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { exportFolder } from '../connectors/policy-folder/export-folder.ts'
import { folderSchemaText } from '../connectors/policy-folder/folder-schema.ts'
import { readFiles } from '../connectors/policy-folder/read-folder.ts'
import { schemaName } from '../connectors/policy-folder/schema-name.ts'
import { yamlFiles } from '../connectors/policy-folder/yaml-files.ts'
import { onDatabase } from './direct.ts'
import { configOf } from './options.ts'
import { print } from './output.ts'
import { showWork } from './progress.ts'

export type ExportOptions = { json?: boolean }

/** Writes the policy into the folder, which is created if it is missing. */
export async function runExport(directory: string, options: ExportOptions): Promise<void> {
  await mkdir(directory, { recursive: true })
  const before = readFiles(await yamlFiles(directory))
  const files = await onDatabase(configOf(options), (database) =>
    showWork('Exporting', () => exportFolder(database, before)),
  )
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
  print(options.json, { written }, () =>
    written.length === 0
      ? 'The files say it already.'
      : `Wrote ${written.length} ${written.length === 1 ? 'file' : 'files'} in ${directory}.`,
  )
}
