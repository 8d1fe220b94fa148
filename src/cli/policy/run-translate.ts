import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { counted } from '../../contract/text.ts'
import { readLdif } from '../../connectors/file/read-ldif.ts'
import { isRecord } from '../../contract/json.ts'
import { readEntra } from '../../policy-as-code/translate/entra.ts'
import {
  untold,
  type Language,
  type SourceRule,
} from '../../policy-as-code/translate/expression.ts'
import { readGoogle } from '../../policy-as-code/translate/google.ts'
import { renderTranslations } from '../../policy-as-code/translate/render.ts'
import { readLdap } from '../../policy-as-code/translate/ldap.ts'
import { readOkta } from '../../policy-as-code/translate/okta.ts'
import { translateRule, type Translation } from '../../policy-as-code/translate/translate.ts'
import { CommandFailed, print, say } from '../output/output.ts'

type Options = {
  from: Language
  integration: string
  notPrimary?: boolean
  out?: string
  json?: boolean
}

/** Translates a file of group rules, writes the drafts, and says of each rule what became of it. */
export async function runTranslate(file: string, options: Options): Promise<void> {
  const { from: language, integration, notPrimary = false, out, json } = options
  const rules = await read(file, language)
  const within = { language, ...(notPrimary && { integration }) }
  const translations = rules.map((rule) => translateRule(rule, within))
  const files = renderTranslations(translations, { integration, isPrimary: !notPrimary })
  const keys = keysOf(translations)
  print(json, { keys, rules: translations.map(shown) }, textOf(translations))
  if (out !== undefined) await writeAll(out, files)
  if (json !== true) sayNext(out, keys, options)
  if (translations.some(({ verdict }) => verdict === 'can’t')) process.exitCode = 2
}

const readers: Record<Language, (text: string) => SourceRule[] | Promise<SourceRule[]>> = {
  okta: readOkta,
  entra: readEntra,
  google: readGoogle,
  ldap: async (text) => {
    const rows = (await Array.fromAsync(readLdif(listed(text.replace(/^\uFEFF/, ''))))).flat()
    const values = rows.map((row): unknown => (row.kind === 'raw' ? row.value : undefined))
    const bad = rows.flatMap((row) => (row.kind === 'bad' ? unreadable(row) : []))
    return [...readLdap(values.filter(isRecord)), ...bad]
  },
}

/** An entry that can't be read might be a group. */
function unreadable({ line, reason }: { line: number; reason: string }): SourceRule {
  const group = { type: 'idp_group', handle: '' }
  return { name: `line ${line}`, text: '', group, expression: untold(reason), except: [] }
}

async function* listed(text: string): AsyncGenerator<string> {
  yield text
}

async function read(file: string, language: Language): Promise<SourceRule[]> {
  let rules: SourceRule[]
  try {
    rules = await readers[language](await readFile(file, 'utf8'))
  } catch (error) {
    throw new CommandFailed(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (rules.length === 0)
    throw new CommandFailed(
      `${file} has no group rule of ${language}. docs/how-to/bring-your-group-rules.md says how to get one.`,
    )
  return rules
}

const shown = ({ name, text, group, verdict, reasons, drafts }: Translation) => ({
  name,
  text,
  group,
  verdict,
  reasons,
  drafts,
})

function textOf(translations: readonly Translation[]): string {
  return translations
    .flatMap(({ name, verdict, reasons, drafts }) => [
      `${verdict.padEnd(11)}  ${name}${drafts.length > 1 ? ` (${counted(drafts.length, 'rule')})` : ''}`,
      ...reasons.map((reason) => `${' '.repeat(13)}${reason}`),
    ])
    .join('\n')
}

/** The profile keys that the drafts read. */
function keysOf(translations: readonly Translation[]): string[] {
  const tested = translations.flatMap(({ branches }) => branches.flat())
  return [...new Set(tested.map(({ key }) => key))].sort()
}

function sayNext(out: string | undefined, keys: readonly string[], { integration }: Options): void {
  if (keys.length > 0)
    say(
      `The drafts read ${keys.join(', ')}. policy_keys of the source must have them: muster integration show ${integration}`,
    )
  say(
    out === undefined
      ? 'Give --out to write the drafts.'
      : `Look at them, then plan them: muster policy plan ${join(out, 'policy')}`,
  )
}

async function writeAll(out: string, files: readonly { path: string; text: string }[]) {
  for (const { path, text } of files) {
    const place = join(out, path)
    await mkdir(dirname(place), { recursive: true })
    try {
      await writeFile(place, text, { flag: 'wx' })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      throw new CommandFailed(`${place} is there already. Give another --out.`)
    }
  }
  say(`Wrote ${counted(files.length, 'file')} in ${out}.`)
}
