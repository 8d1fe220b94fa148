import { tokensOf, UnreadableExpression, type Token } from './tokens.ts'

/** Part of an expression as it is written. `path`: names with dots between them. */
export type Node =
  | { kind: 'name'; path: readonly string[] }
  | { kind: 'value'; value: string | boolean | null }
  /** As it is written, without zeros before it. */
  | { kind: 'number'; value: string }
  | { kind: 'list'; of: readonly Node[] }
  | { kind: 'call'; path: readonly string[]; args: readonly Node[] }
  | { kind: 'infix'; operator: string; left: Node; right: Node }
  /** Of an operator that goes on: `a and b and c`. */
  | { kind: 'chain'; operator: string; of: readonly Node[] }
  | { kind: 'prefix'; operator: string; of: Node }

/** A language whose operators stand between what they take. */
export type Grammar = {
  /** How strongly each binds, by its name in lower case. */
  infix: Readonly<Record<string, number>>
  prefix: Readonly<Record<string, number>>
  /** Those that make a chain. */
  chains: readonly string[]
  /** Other spellings of names of operators and values, in lower case. */
  spellings: Readonly<Record<string, string>>
  /** What takes away the meaning of the next character in a text. */
  escape: '\\' | '`'
}

/** Rules are short. What is nested more deeply is none. */
const mostNested = 100

/** @throws UnreadableExpression */
export function readExpression(text: string, grammar: Grammar): Node {
  return new ExpressionReader(text, grammar).whole()
}

/** Reads from left to right; what binds more strongly is read first. */
class ExpressionReader {
  readonly #tokens: readonly Token[]
  readonly #end: Token
  readonly #grammar: Grammar
  #at = 0
  #depth = 0

  constructor(text: string, grammar: Grammar) {
    this.#grammar = grammar
    this.#tokens = tokensOf(text, grammar.escape)
    this.#end = { kind: 'end', text: '', at: text.length }
  }

  whole(): Node {
    const read = this.#expression(0)
    if (this.#next.kind !== 'end') this.#fail('an operator or the end')
    return read
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? this.#end
  }

  get #operator(): string {
    const { kind, text } = this.#next
    return kind === 'word' || kind === 'sign' ? this.#spelled(text) : ''
  }

  #spelled(word: string): string {
    const lower = word.toLowerCase()
    const { spellings } = this.#grammar
    return Object.hasOwn(spellings, lower) ? (spellings[lower] ?? lower) : lower
  }

  #fail(wanted: string): never {
    const { text, at } = this.#next
    const what = text === '' ? 'the end' : JSON.stringify(text)
    throw new UnreadableExpression(`at ${at + 1}: ${wanted} is expected, not ${what}`)
  }

  /** Whether the sign is next; it is read then. */
  #takes(sign: string): boolean {
    const isNext = this.#next.kind === 'sign' && this.#next.text === sign
    if (isNext) this.#at += 1
    return isNext
  }

  #expression(least: number): Node {
    this.#depth += 1
    if (this.#depth > mostNested) this.#fail('a simpler expression')
    let left = this.#prefixed()
    for (;;) {
      const operator = this.#operator
      const binds = strengthOf(this.#grammar.infix, operator)
      if (binds === undefined || binds < least) break
      left = this.#grammar.chains.includes(operator)
        ? { kind: 'chain', operator, of: [left, ...this.#chained(operator, binds)] }
        : { kind: 'infix', operator, left, right: this.#after(binds) }
    }
    this.#depth -= 1
    return left
  }

  /** What follows an operator. */
  #after(binds: number): Node {
    this.#at += 1
    return this.#expression(binds + 1)
  }

  #chained(operator: string, binds: number): Node[] {
    const found: Node[] = []
    while (this.#operator === operator) found.push(this.#after(binds))
    return found
  }

  #prefixed(): Node {
    const operator = this.#operator
    const binds = strengthOf(this.#grammar.prefix, operator)
    if (binds === undefined) return this.#primary()
    this.#at += 1
    return { kind: 'prefix', operator, of: this.#expression(binds) }
  }

  #primary(): Node {
    const { kind, text } = this.#next
    if (kind === 'text' || kind === 'number' || kind === 'word') this.#at += 1
    if (kind === 'text') return { kind: 'value', value: text }
    if (kind === 'number') return { kind: 'number', value: text.replace(/^(-?)0+(?=\d)/, '$1') }
    if (kind === 'word') return this.#named(text)
    if (this.#takes('[')) return { kind: 'list', of: this.#listed(']') }
    if (this.#takes('{')) return { kind: 'list', of: this.#listed('}') }
    if (!this.#takes('(')) this.#fail('a name or a value')
    const inner = this.#expression(0)
    if (!this.#takes(')')) this.#fail(')')
    return inner
  }

  /** A value with a name, or a name with its members, and the call of it. */
  #named(word: string): Node {
    const spelling = this.#spelled(word)
    if (spelling === 'null') return { kind: 'value', value: null }
    if (spelling === 'true' || spelling === 'false')
      return { kind: 'value', value: spelling === 'true' }
    const path = [word]
    while (this.#takes('.')) {
      if (this.#next.kind !== 'word') this.#fail('a name')
      path.push(this.#next.text)
      this.#at += 1
    }
    return this.#takes('(')
      ? { kind: 'call', path, args: this.#listed(')') }
      : { kind: 'name', path }
  }

  #listed(end: string): Node[] {
    const found: Node[] = []
    while (!this.#takes(end)) {
      if (found.length > 0 && !this.#takes(',')) this.#fail(`, or ${end}`)
      found.push(this.#expression(0))
    }
    return found
  }
}

function strengthOf(operators: Grammar['infix'], name: string): number | undefined {
  return Object.hasOwn(operators, name) ? operators[name] : undefined
}
