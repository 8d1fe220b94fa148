import stringWidth from 'string-width'
import { visible } from '../../contract/text.ts'
import { bold, coloured } from './output.ts'

export type Row = readonly string[]

const gap = 2
/** A column that is cut keeps at least so much. */
const least = 8
const recordId = /^[a-z]{5}_[0-9a-z]{26}$/

/** A label and its text; a line without one says nothing. */
export type Line = readonly [label: string, text: string | false | null | undefined]

/** The lines that say something. */
export function linesWith(lines: readonly Line[]): [label: string, text: string][] {
  return lines.flatMap(([label, text]): [string, string][] => (text ? [[label, text]] : []))
}

/** Columns aligned, two blanks apart, without headings; the last one is not padded. */
export function table(rows: readonly Row[]): string {
  const columns = widthsOf(rows).map((width) => ({ width }))
  return rows.map((row) => lineOf(row, columns)).join('\n')
}

/**
 * A table below its headings, for people. Where it is wider than `width` the widest columns are cut, but no ids: those are
 * copied. Columns of numbers are aligned at the right.
 */
export function titledTable(headings: Row, rows: readonly Row[], width: number): string {
  // Texts of others may have line ends in them.
  const clean = rows.map((row) => row.map(visible))
  const titles = headings.map((heading) => heading.toUpperCase())
  const columns = fitted([titles, ...clean], width).map((fit, at): Column => {
    const cells = clean.map((row) => row[at] ?? '')
    const areNumbers = cells.every((cell) => /^(\d+|–)$/.test(cell))
    const isNumeric = areNumbers && cells.some((cell) => cell !== '–')
    return { width: fit, isNumeric, isState: titles[at] === 'STATE' }
  })
  const body = clean.map((row) => lineOf(row, columns))
  return [bold(lineOf(titles, columns)), ...body].join('\n')
}

/** Labels and values below each other; a value that is longer than the line goes on below its beginning. */
export function details(facts: readonly Row[], width: number): string {
  const shown = facts.map(
    ([label = '', value = '']) => [visible(label), value.split('\n').map(visible)] as const,
  )
  const indent = Math.max(0, ...shown.map(([label]) => stringWidth(label))) + gap
  return shown
    .map(([label, value]) => {
      const lines = value.flatMap((line) => wrapped(line, width - indent))
      const text = lines.join(`\n${' '.repeat(indent)}`)
      return `${padded(label, indent)}${label === 'state' ? coloured(text) : text}`
    })
    .join('\n')
}

function widthsOf(rows: readonly Row[]): number[] {
  return (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => stringWidth(row[column] ?? ''))),
  )
}

/** The widths of the columns, those that may be cut no wider than a limit under which the lines fit. */
function fitted(rows: readonly Row[], width: number): number[] {
  const widths = widthsOf(rows)
  const isFixed = widths.map((_, column) => rows.some((row) => recordId.test(row[column] ?? '')))
  const total = (limit: number) =>
    widths.reduce((sum, each, at) => sum + (isFixed[at] === true ? each : Math.min(each, limit)), 0)
  const room = width - gap * (widths.length - 1)
  let limit = Math.max(least, ...widths)
  while (limit > least && total(limit) > room) limit -= 1
  return widths.map((each, at) => (isFixed[at] === true ? each : Math.min(each, limit)))
}

type Column = { width?: number; isNumeric?: boolean; isState?: boolean }

function lineOf(row: Row, columns: readonly Column[]): string {
  return row
    .map((cell, at) => {
      const { width = 0, isNumeric = false, isState = false } = columns[at] ?? {}
      const text = cut(cell, width)
      const blanks = ' '.repeat(Math.max(0, width - stringWidth(text)))
      const styled = isState ? coloured(text) : text
      if (isNumeric) return blanks + styled
      return at === row.length - 1 ? styled : styled + blanks
    })
    .join(' '.repeat(gap))
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)))
}

/** What fits of a text, with an ellipsis where something is left out. */
function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text
  let [kept, left] = ['', width - 1]
  for (const { segment } of graphemes.segment(text)) {
    left -= stringWidth(segment)
    if (left < 0) break
    kept += segment
  }
  return `${kept}…`
}

const graphemes = new Intl.Segmenter()

/** A line in several, broken at blanks; a word that is too long stays whole, because it may be copied. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  let line = { text: '', width: 0 }
  for (const word of text.split(' ')) {
    const wordWidth = stringWidth(word)
    const longer = line.width + 1 + wordWidth
    if (line.text === '') line = { text: word, width: wordWidth }
    else if (longer <= width) line = { text: `${line.text} ${word}`, width: longer }
    else {
      lines.push(line.text)
      line = { text: word, width: wordWidth }
    }
  }
  return [...lines, line.text]
}
