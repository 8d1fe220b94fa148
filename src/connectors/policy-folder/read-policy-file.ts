import type { FileFault } from '../policy-file/file-fault.ts'
import { PolicyFile } from '../policy-file/policy-file.ts'
import { FolderError, refuseFaults } from './folder-error.ts'
import type { Folder } from './read-folder.ts'
import { checkSource, parseSource, type SourceFile } from './source-file.ts'
import { rulesetFaults } from './static-faults.ts'

const maximumMebibytes = 32

/** Reads a policy file: it says some of what a folder says, all in one place. Throws {@link FolderError}. */
export function readPolicyFile(name: string, text: string): Folder {
  const parsed = parseSource(name, text, maximumMebibytes)
  if ('faults' in parsed) throw new FolderError(parsed.faults)
  const checked = checkSource(PolicyFile, parsed.source)
  if ('faults' in checked) throw new FolderError(checked.faults)
  const { data, place } = checked.source
  const { dimensions, rulesets = [] } = data
  const folder: Folder = {
    settings: dimensions === undefined ? [] : [partOf(place, '', { dimensions })],
    rulesets: rulesets.map((said, index) => partOf(place, `rulesets[${index}]`, said)),
    isWhole: false,
  }
  refuseFaults(
    folder.rulesets.flatMap((each) => rulesetFaults(each.data, ['vendor_id']).map(each.place)),
  )
  return folder
}

/** The data at a path, as if it were a file of a folder. */
function partOf<T>(place: SourceFile['place'], name: string, data: T) {
  const inFile = ({ path, message }: FileFault) =>
    place({ path: [name, path].filter((part) => part !== '').join('.'), message })
  return { name, data, place: inFile }
}
