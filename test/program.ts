import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where a program is, which tests drive and npm does not bring; undefined if it is not installed. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin']
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram)
}

/** Why tests are skipped that need a program; false if it is there, and in CI, where they must run. */
export function withoutProgram(name: string): string | false {
  if (findProgram(name) !== undefined || process.env['CI'] === 'true') return false
  return `${name} is not installed: .ci/packages installs it`
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
