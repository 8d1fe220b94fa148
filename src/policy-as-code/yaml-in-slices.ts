import { inSlices } from '../http/lists/in-slices.ts'
import { yamlText } from './yaml-text.ts'

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
