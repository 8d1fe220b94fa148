import { parseSync, Visitor } from 'oxc-parser'

/** A function with a body of its own. `lines`: from its first line to its last. */
export type FunctionLength = { path: string; line: number; lines: number }

export type MeasuredText = { functions: FunctionLength[]; comments: string }

/** Measures the functions of a TypeScript file, and collects its comments. */
export function measureText(path: string, text: string): MeasuredText {
  const { program, comments } = parseSync(path, text)
  const starts = lineStarts(text)
  const functions: FunctionLength[] = []
  const add = ({ start, end }: { start: number; end: number }) => {
    const line = lineAt(starts, start)
    functions.push({ path, line, lines: lineAt(starts, end) - line + 1 })
  }
  new Visitor({
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: (node) => {
      if (node.body.type === 'BlockStatement') add(node)
    },
  }).visit(program)
  return { functions, comments: comments.map(({ value }) => value).join('\n') }
}

function lineStarts(text: string): number[] {
  return [0, ...text.matchAll(/\n/g).map(({ index }) => index + 1)]
}

function lineAt(starts: readonly number[], offset: number): number {
  const after = starts.findIndex((start) => start > offset)
  return after < 0 ? starts.length : after
}
