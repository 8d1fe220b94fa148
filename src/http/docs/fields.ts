import { isRecord } from '../../contract/json.ts'
import type { JsonSchema } from '../openapi/model.ts'
import { html, inline, type Html } from './html.ts'

const deepest = 6

/** The members of an object as rows: name, type, notes. Inline objects follow their parent, named by path. */
export function fieldTable(schema: JsonSchema): Html {
  const rows = fieldRows(schema, '', 0)
  if (rows.length === 0) return html`<p>${typeOf(schema)}</p>`
  return html`<table class="fields">
    <thead>
      <tr>
        <th>Field</th>
        <th>Type</th>
        <th>Notes</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`
}

function fieldRows(schema: JsonSchema, prefix: string, depth: number): Html[] {
  const { properties, required } = schema
  if (!isRecord(properties) || depth > deepest) return []
  const names = Array.isArray(required) ? required.map(String) : []
  return Object.entries(properties).flatMap(([name, inner]) => {
    const field = isRecord(inner) ? inner : {}
    const optional = names.includes(name) ? '' : html` <small>optional</small>`
    const row = html`<tr>
      <td><code>${prefix}${name}</code>${optional}</td>
      <td>${typeOf(field)}</td>
      <td>${notesOf(field)}</td>
    </tr>`
    const path = `${prefix}${name}${isArray(field) ? '[]' : ''}.`
    return [row].concat(fieldRows(insideOf(field), path, depth + 1))
  })
}

function isArray(schema: JsonSchema): boolean {
  return schema['type'] === 'array'
}

/** The inline object that a field holds, if any: its own, its items' or the one beside null. */
function insideOf(schema: JsonSchema): JsonSchema {
  const { items, anyOf } = schema
  if (isArray(schema) && isRecord(items)) return insideOf(items)
  if (Array.isArray(anyOf) && isRecord(anyOf[0])) return insideOf(anyOf[0])
  return schema
}

/** A schema's type in words, with links to named shapes. */
export function typeOf(schema: JsonSchema): Html {
  const { $ref, anyOf, items, type, additionalProperties } = schema
  if (typeof $ref === 'string') return shapeLink($ref)
  if (Array.isArray(anyOf))
    return joined(
      anyOf.map((variant) => typeOf(isRecord(variant) ? variant : {})),
      ' or ',
    )
  if (isArray(schema)) return html`array of ${typeOf(isRecord(items) ? items : {})}`
  if (isRecord(additionalProperties)) return html`map of ${typeOf(additionalProperties)}`
  return html`${typeof type === 'string' ? type : 'any value'}`
}

function shapeLink(reference: string): Html {
  const name = reference.split('/').at(-1) ?? ''
  return html`<a href="#shape-${name}">${name}</a>`
}

/** The notes on a value besides its type: the vocabulary, the bounds, and its description. */
export function notesOf(schema: JsonSchema): Html {
  const { description } = schema
  const said = typeof description === 'string' && description !== '' ? [inline(description)] : []
  return joined([...said, ...vocabulary(schema), ...bounds(schema)], html`<br />`)
}

function vocabulary(schema: JsonSchema): Html[] {
  const values = nonNull(schema)['enum']
  if (!Array.isArray(values)) return []
  return [
    joined(
      values.map((value) => html`<code>${String(value)}</code>`),
      ' ',
    ),
  ]
}

const boundNames: Record<string, (value: Html) => Html> = {
  minimum: (value) => html`at least ${value}`,
  maximum: (value) => html`at most ${value}`,
  minLength: (value) => html`at least ${value} characters`,
  maxLength: (value) => html`at most ${value} characters`,
  minItems: (value) => html`at least ${value} entries`,
  maxItems: (value) => html`at most ${value} entries`,
  default: (value) => html`by default ${value}`,
  pattern: (value) => html`matches ${value}`,
}

function bounds(schema: JsonSchema): Html[] {
  // A written description says more than a pattern.
  const isTold = 'description' in schema
  const facts = Object.entries(nonNull(schema)).flatMap(([keyword, value]) => {
    const tell = boundNames[keyword]
    return tell === undefined || (isTold && keyword === 'pattern')
      ? []
      : [tell(html`<code>${String(value)}</code>`)]
  })
  return facts.length === 0 ? [] : [html`<small>${joined(facts, ', ')}</small>`]
}

function nonNull(schema: JsonSchema): JsonSchema {
  const { anyOf } = schema
  return Array.isArray(anyOf) && isRecord(anyOf[0]) ? anyOf[0] : schema
}

function joined(parts: readonly Html[], separator: string | Html): Html {
  const [first, ...rest] = parts
  return rest.reduce((all, part) => html`${all}${separator}${part}`, first ?? html``)
}
