import { readFiles, type Folder } from '../src/policy-as-code/read-folder.ts'
import type { FolderPlan } from '../src/policy-as-code/folder-plan.ts'
import { applyFolder, planFolder } from '../src/policy-as-code/run-folder.ts'
import type { TestDatabase } from './harness.ts'
import { testActor } from './people-fixture.ts'

/** Name → text. */
export type Files = Record<string, string>

export function folderOf(files: Files): Folder {
  return readFiles(Object.entries(files))
}

export function plan(db: TestDatabase, files: Files): Promise<FolderPlan> {
  return planFolder(db.database, folderOf(files), testActor)
}

/** Plans and applies. */
export async function apply(db: TestDatabase, files: Files): Promise<FolderPlan> {
  const { id } = await plan(db, files)
  return applyFolder(db.database, folderOf(files), { actor: testActor, planId: id })
}
