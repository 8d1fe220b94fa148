import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { exportFolder } from '../../policy-as-code/export-folder.ts'
import { folderSchemaText } from '../../policy-as-code/folder-schema.ts'
import { readFiles } from '../../policy-as-code/read-folder.ts'
import { schemaName } from '../../policy-as-code/folder-file.ts'
import { yamlFiles, type NamedText } from '../../policy-as-code/yaml-files.ts'
import type { ServerChoice } from '../command-line/options.ts'
import { connect } from '../connection/connect.ts'
import { onDatabase } from '../local/direct.ts'
import { configOf } from '../local/config-options.ts'
import { CommandFailed, print } from '../output/output.ts'
import { onServer, type PolicyTarget } from '../local/policy-target.ts'
import { showWork } from '../output/progress.ts'

/** Writes the policy into the folder, which is created if it is missing. */
export async function runExport(directory: string, options: PolicyTarget): Promise<void> {
  await mkdir(directory, { recursive: true })
  const before = await yamlFiles(directory)
  const folder = readFiles(before)
  const server = onServer(options)
  const files =
    server === null
      ? await onDatabase(configOf(options), (database) =>
          showWork('Exporting', () => exportFolder(database, folder)),
        )
      : await exportThere(before, server)
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

/** The files of a server: they go only where an export of the database puts them. */
async function exportThere(
  before: readonly NamedText[],
  server: ServerChoice,
): Promise<Map<string, string>> {
  const { muster } = await connect(server)
  const sent = before.flatMap(([path, text]) => (typeof text === 'string' ? [{ path, text }] : []))
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
