/** Something wrong in a policy file: where (`rulesets[0].rules[1].role`) and what, with what is allowed. */
export type FileFault = { path: string; message: string }

const shownFaults = 20

/** A policy file that can't be applied. Nothing of it was. */
export class PolicyFileError extends Error {
  readonly faults: readonly FileFault[]

  constructor(faults: readonly FileFault[]) {
    const lines = faults
      .slice(0, shownFaults)
      .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    const more = faults.length - lines.length
    super([...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'))
    this.faults = faults
  }
}
