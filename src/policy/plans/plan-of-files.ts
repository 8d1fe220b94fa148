import type { Operation } from '../operations/operation.ts'

/** The `op` of a plan of policy files (policy-as-code/apply-files.ts). */
export const applyFilesOp = 'apply_policy_files'

/** A policy file, as it was sent. */
export type SentFile = { path: string; text: string }

/**
 * What is stored of a plan of files: the files, because they are read again when the plan is applied, and the operations
 * that they came to. An operation names a record that the plan itself creates by a ref such as `$ruleset-1`.
 */
export type PlanOfFiles = {
  op: typeof applyFilesOp
  files: readonly SentFile[]
  operations: readonly Operation[]
}

/** Whether that is stored instead of operations. */
export function isPlanOfFiles(stored: object): stored is PlanOfFiles {
  return 'op' in stored && stored.op === applyFilesOp
}

/** The operations of a plan as they are shown: of files, those that they came to. */
export function shownOperations(operations: readonly object[]): object[] {
  return operations.flatMap<object>((each) => (isPlanOfFiles(each) ? [...each.operations] : [each]))
}
