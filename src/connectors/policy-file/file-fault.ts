/** Something wrong in a file: where (`rulesets[0].rules[1].role`) and what, with what is allowed. */
export type FileFault = { path: string; message: string }
