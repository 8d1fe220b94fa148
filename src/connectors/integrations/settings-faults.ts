import { Value } from 'typebox/value'
import { clip } from '../../contract/text.ts'
import { patternWords } from '../../http/shapes/pattern-words.ts'
import type { Connector } from '../pull/connector.ts'

/** What is wrong with settings by their schema, each with what is allowed. */
export function settingsFaults({ settings: schema }: Connector, given: object): string[] {
  const allowed = Object.keys(schema.properties)
  const unknown = Object.keys(given).filter((key) => !allowed.includes(key))
  const missing = (schema.required ?? []).filter((key) => !Object.hasOwn(given, key))
  const faults = [
    ...unknown.map((key) => `${clip(key)} is unknown; allowed are ${allowed.join(', ')}`),
    ...missing.map((key) => `${key} is missing`),
    ...Value.Errors(schema, given)
      .filter(({ instancePath }) => instancePath !== '')
      .flatMap((error) => {
        const [name = '', ...rest] = error.instancePath.slice(1).split('/')
        // Nothing of an unknown setting is valid, which was said.
        if (!allowed.includes(name)) return []
        return [`${[name, ...rest].join('.')} ${messageOf(error, schema.properties[name])}`]
      }),
  ]
  return [...new Set(faults)].slice(0, 20)
}

type Fault = { keyword: string; params: object; message: string }

/** An example says more than a pattern. */
function messageOf({ keyword, params, message }: Fault, property: object = {}): string {
  if (keyword !== 'pattern') return message
  const examples: unknown = Reflect.get(property, 'examples')
  if (Array.isArray(examples)) return `must have a form such as ${String(examples[0])}`
  return patternWords(String(Reflect.get(params, 'pattern')))
}
