import { parseSync, Visitor } from 'oxc-parser'

/**
 * One import or re-export. `names`: what is taken from the other file, `*` for all of it.
 * `typeOnly`: erased before the file runs, so nothing is loaded for it. `isLazy`: loaded when it is needed.
 */
export type Import = {
  line: number
  specifier: string
  names: string[]
  typeOnly: boolean
  isLazy?: boolean
}

/** What the rule of direction needs to know of a file. `environment`: the lines that reach for `process.env`. */
export type Source = { path: string; imports: Import[]; environment: number[] }

/** Reads a TypeScript file's imports of every form, in order. Throws where the text can't be parsed. */
export function readSource(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text)
  const [fault] = errors
  if (fault !== undefined) throw new Error(`${path} can't be parsed: ${fault.message}`)
  const imports: Import[] = []
  const environment: number[] = []
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const add = (source: Place | null, names: string[], kind: 'type' | 'value' | 'lazy') => {
    if (source === null) return
    const line = lineOf(source.start)
    const typeOnly = kind === 'type'
    const isLazy = kind === 'lazy'
    imports.push({ line, specifier: source.value, names, typeOnly, ...(isLazy && { isLazy }) })
  }
  new Visitor({
    ImportDeclaration: (node) => {
      const names = node.specifiers.map((each) =>
        'imported' in each ? nameOf(each.imported) : '*',
      )
      add(node.source, names, node.importKind ?? 'value')
      // `env` may be imported from there by name, which is another way to read the environment.
      if (/^(node:)?process$/.test(node.source.value)) environment.push(lineOf(node.start))
    },
    ExportNamedDeclaration: (node) => {
      const names = node.specifiers.map((each) => nameOf(each.local))
      add(node.source, names, node.exportKind ?? 'value')
    },
    ExportAllDeclaration: (node) => add(node.source, ['*'], node.exportKind ?? 'value'),
    TSImportType: (node) => add(node.source, ['*'], 'type'),
    ImportExpression: ({ source }) => {
      if (source.type !== 'Literal' || typeof source.value !== 'string') return
      add({ start: source.start, value: source.value }, ['*'], 'lazy')
    },
    MemberExpression: ({ object, property, start }) => {
      if (object.type !== 'Identifier' || object.name !== 'process') return
      if (nameOf(property) === 'env') environment.push(lineOf(start))
    },
  }).visit(program)
  return { path, imports: imports.sort((a, b) => a.line - b.line), environment }
}

type Place = { start: number; value: string }

/** A name as the syntax tree has it: an identifier, or a string where the name is quoted. */
function nameOf(node: { type: string; name?: unknown; value?: unknown }): string {
  return String(node.type === 'Literal' ? node.value : node.name)
}
