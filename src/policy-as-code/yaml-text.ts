import { Document, isPair, isScalar, visit } from 'yaml'
import { inSlices } from '../http/lists/in-slices.ts'

const onOneLine = new Set(['resource', 'conditions', 'attributes', 'tests'])

/** Data as YAML; small objects are on one line: each condition, attribute and test. */
export function yamlText(data: object): string {
  const document = new Document(data, { aliasDuplicateObjects: false })
  visit(document, {
    Map(_key, map, path) {
      const pair = path.findLast((above) => isPair(above))
      if (pair !== undefined && isScalar(pair.key) && onOneLine.has(String(pair.key.value)))
        map.flow = true
    },
  })
  return document.toString({ lineWidth: 0 })
}

/** {@link yamlText}. Lists are written item by item, with turns for other requests between the items. */
export async function yamlInSlices(data: object): Promise<string> {
  const texts: string[] = []
  for (const [key, value] of Object.entries(data)) {
    const isList = Array.isArray(value) && value.length > 0
    texts.push(isList ? await listText(key, value) : yamlText({ [key]: value }))
  }
  return texts.length === 0 ? yamlText(data) : texts.join('')
}

async function listText(key: string, items: readonly unknown[]): Promise<string> {
  let text = `${key}:\n`
  for await (const item of inSlices(items)) {
    const alone = yamlText({ [key]: [item] })
    text += alone.slice(alone.indexOf('\n') + 1)
  }
  return text
}
