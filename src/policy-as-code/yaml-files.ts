import { isUtf8 } from 'node:buffer'
import type { Dirent } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { refusedCharacter, visible } from '../contract/text.ts'

/** Of a file of a folder, and of a file that is read alone. */
const [mebibytesInFolder, mebibytesAlone] = [4, 32]

/** A file's name in the folder, with `/`, and its text or the reason why there is none. */
export type NamedText = readonly [name: string, content: string | { fault: string }]

/** The file, or the files of a folder: {@link filesBelow}. */
export async function yamlFiles(path: string): Promise<NamedText[]> {
  if ((await stat(path)).isDirectory()) return filesBelow(path)
  return [[basename(path), await readText(path, mebibytesAlone)]]
}

/**
 * The YAML files of a folder and its subfolders, by name, without hidden ones. A link to a file of the folder is
 * that file (Kubernetes mounts files so); a link out of the folder is a fault and never followed.
 */
async function filesBelow(directory: string): Promise<NamedText[]> {
  const root = await realpath(directory)
  const files: NamedText[] = []
  for await (const [name, entry] of entriesBelow(directory, '')) {
    const hidden = refusedCharacter(name)
    if (hidden !== undefined) {
      const fault = `the name of the file holds the character ${hidden}; rename it`
      files.push([visible(name), { fault }])
      continue
    }
    const content = entry.isSymbolicLink()
      ? await readLink(root, join(directory, name))
      : await readText(join(directory, name))
    if (content !== null) files.push([name, content])
  }
  return files.sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Files that may be YAML and links, each with its name below the folder. */
async function* entriesBelow(directory: string, below: string): AsyncGenerator<[string, Dirent]> {
  for (const entry of await readdir(join(directory, below), { withFileTypes: true })) {
    const name = `${below}${entry.name}`
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) yield* entriesBelow(directory, `${name}/`)
    else if (entry.isSymbolicLink() || (entry.isFile() && isYaml(name))) yield [name, entry]
  }
}

function isYaml(name: string): boolean {
  return /\.ya?ml$/i.test(name)
}

/** Null for a link to a file that is not read either. */
async function readLink(root: string, path: string): Promise<NamedText[1] | null> {
  const target = await realpath(path).catch(() => null)
  const found = target === null ? null : await stat(target)
  if (found?.isDirectory())
    return { fault: 'is a link to a folder, which is not followed; put the folder here' }
  if (!isYaml(path)) return null
  if (target === null || !found?.isFile()) return { fault: 'is a link that leads to no file' }
  if (!target.startsWith(root.endsWith(sep) ? root : `${root}${sep}`))
    return { fault: 'is a link that leads out of the folder; put the file here' }
  return readText(target)
}

async function readText(path: string, maximumMebibytes = mebibytesInFolder): Promise<NamedText[1]> {
  const { size } = await stat(path)
  if (size > maximumMebibytes * 1024 * 1024)
    return { fault: `the file is over ${maximumMebibytes} MiB` }
  const bytes = await readFile(path)
  if (!isUtf8(bytes)) return { fault: 'the file is not UTF-8; save it as UTF-8' }
  return new TextDecoder().decode(bytes)
}
