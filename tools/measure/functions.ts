import { parseSync, Visitor } from 'oxc-parser'

/** A function with a body of its own. `lines`: from its first line to its last. */
export type FunctionLength = { path: string; line: number; lines: number }

/** `strings`: the literals that have a space, but not SQL: messages, descriptions, help. */
export type MeasuredText = { functions: FunctionLength[]; comments: string; strings: string }

/** Measures the functions of a TypeScript file, and collects its comments and texts. */
export function measureText(path: string, text: string): MeasuredText {
  const { program, comments } = parseSync(path, text)
  const starts = lineStarts(text)
  const functions: FunctionLength[] = []
  const add = ({ start, end }: { start: number; end: number }) => {
    const line = lineAt(starts, start)
    functions.push({ path, line, lines: lineAt(starts, end) - line + 1 })
  }
  const strings: string[] = []
  const sqlStarts = new Set<number>()
  const keep = (part: string) => {
    if (/\S\s+\S/.test(part)) strings.push(part)
  }
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') keep(value)
    },
    TaggedTemplateExpression: ({ tag, quasi }) => {
      if (text.slice(tag.start, tag.end).startsWith('sql')) sqlStarts.add(quasi.start)
    },
    TemplateLiteral: ({ start, quasis }) => {
      if (!sqlStarts.has(start)) for (const { value } of quasis) keep(value.cooked ?? '')
    },
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: (node) => {
      if (node.body.type === 'BlockStatement') add(node)
    },
  }).visit(program)
  return {
    functions,
    comments: comments.map(({ value }) => value).join('\n'),
    strings: strings.join('\n'),
  }
}

function lineStarts(text: string): number[] {
  return [0, ...text.matchAll(/\n/g).map(({ index }) => index + 1)]
}

function lineAt(starts: readonly number[], offset: number): number {
  const after = starts.findIndex((start) => start > offset)
  return after < 0 ? starts.length : after
}
