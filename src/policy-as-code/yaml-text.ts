import { Document, isPair, isScalar, visit } from 'yaml'

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
