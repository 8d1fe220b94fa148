import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseDocument,
  visit,
  type Document,
} from 'yaml'

/** An anchor may be repeated, but not so that a small file unfolds into a huge one. */
const maximumAliases = 100
/** Characters that aliases may add to a text. */
const maximumRepeated = 1_000_000
/** No policy is nested deeper than ten levels; thousands of levels take the parser minutes. */
const maximumDepth = 100

export type YamlFault = { message: string; line: number; column: number }
/** Lines and columns count from 1. */
type Position = { line: number; column: number }
/** Plain data, for any thread. `positions`: `rules[1].role` → where its value begins. */
export type ParsedYaml = {
  data: unknown
  positions: ReadonlyMap<string, Position>
  /** How many characters aliases add to the text, about. */
  repeated: number
}

/** Parses one untrusted YAML document in time linear in its length. */
export function parseYaml(text: string): ParsedYaml | { faults: YamlFault[] } {
  const lines = new LineCounter()
  const faultAt = (message: string, offset: number): YamlFault => {
    const { line, col } = lines.linePos(offset)
    return { message, line, column: col }
  }
  const tooDeep = tooDeepAt(text, lines)
  if (tooDeep !== undefined)
    return { faults: [faultAt(`is nested deeper than ${maximumDepth} levels`, tooDeep)] }
  const document = parseDocument(text, {
    version: '1.2',
    // The parser would compare every key with every other one.
    uniqueKeys: false,
    merge: false,
    prettyErrors: false,
  })
  const problems = [...document.errors, ...document.warnings]
  const faults = [
    ...problems.map(({ pos: [offset], message }) => ({ offset, message })),
    ...repeatedKeys(document).map((offset) => ({ offset, message: 'Map keys must be unique' })),
  ]
  const [more] = faults.splice(maximumFaults)
  if (more !== undefined) faults.push({ ...more, message: 'is where further faults begin' })
  if (faults.length > 0)
    return { faults: faults.map(({ message, offset }) => faultAt(message, offset)) }
  try {
    const data: unknown = document.toJS({ maxAliasCount: maximumAliases })
    const repeated = Math.max(0, lengthOf(data) - text.length)
    if (repeated > maximumRepeated)
      return { faults: [faultAt('is too long with all that aliases repeat', 0)] }
    return { data, positions: positionsIn(document, lines), repeated }
  } catch (error) {
    return { faults: [faultAt(error instanceof Error ? error.message : String(error), 0)] }
  }
}

function positionsIn(document: Document, lines: LineCounter): Map<string, Position> {
  const positions = new Map<string, Position>()
  const add = (path: string, node: unknown) => {
    if (!isNode(node) || !node.range) return
    const { line, col } = lines.linePos(node.range[0])
    positions.set(path, { line, column: col })
    if (isSeq(node)) node.items.forEach((item, index) => add(`${path}[${index}]`, item))
    if (!isMap(node)) return
    for (const { key, value } of node.items) {
      const name = String(isScalar(key) ? key.value : key)
      add(path === '' ? name : `${path}.${name}`, value)
    }
  }
  add('', document.contents)
  return positions
}

/** How many characters a value has, aliases followed. What an alias repeats is counted by its first reading. */
function lengthOf(value: unknown, known = new Map<object, number>()): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  const counted = known.get(value)
  if (counted !== undefined) return counted
  known.set(value, 0)
  const length = Object.entries(value).reduce(
    (sum, [key, inner]) => sum + key.length + lengthOf(inner, known),
    1,
  )
  known.set(value, length)
  return length
}

/** Enough to correct at once; a file of another kind can have one in every line. */
const maximumFaults = 100

/** What the lexer puts between the pieces of the text. */
const markers = new Set(['\u{2}', '\u{18}', '\u{1f}'])
const blanks = /^[\s#]/

/**
 * The offset at which the text nests deeper than any policy does, if there is one. Also fills `lines` with the line
 * starts. In block style, each line that is indented further than the one before counts as a level, which
 * overestimates.
 */
function tooDeepAt(text: string, lines: LineCounter): number | undefined {
  const blocks: number[] = []
  let [flow, offset, lineStart] = [0, 0, 0]
  lines.addNewLine(0)
  for (const lexeme of new Lexer().lex(text)) {
    if (markers.has(lexeme)) continue
    if (lexeme === '[' || lexeme === '{') flow += 1
    else if (lexeme === ']' || lexeme === '}') flow = Math.max(0, flow - 1)
    else if (flow === 0 && !blanks.test(lexeme)) {
      const column = offset - lineStart
      while ((blocks.at(-1) ?? -1) >= column) blocks.pop()
      blocks.push(column)
    }
    if (blocks.length + flow > maximumDepth) return offset
    for (let at = lexeme.indexOf('\n'); at !== -1; at = lexeme.indexOf('\n', at + 1)) {
      lineStart = offset + at + 1
      lines.addNewLine(lineStart)
    }
    offset += lexeme.length
  }
  return undefined
}

function repeatedKeys(document: Document): number[] {
  const repeated: number[] = []
  visit(document, {
    Map(_key, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value)) repeated.push(key.range?.[0] ?? 0)
        seen.add(key.value)
      }
    },
  })
  return repeated
}
