import type { JsonObject, JsonValue } from '../../contract/json.ts'
import type { AccountMapping } from './mapping.ts'
import { saidAt } from './value-path.ts'

const gone =
  '(former|left|ex|ehem\\.?|ehemalige?r?|ausgeschieden|ausgetreten|ancien(?:ne)?|sortie?|partie?|cessat[oa]|dimess[oa]|uit dienst|vertrokken|退職|離職|离职|퇴사)'
const kindOfWork = 'employee|staff|mitarbeiter(?:in)?|salariée?'
/** `03/2024`, `on 2024-01-31`, `since 1 March 2024` */
const date =
  '(?:(?:as of|in|on|since|ab|am|im|seit|zum|depuis|le|en|dal|per)\\s)?(?:\\d{1,4}(?:[./-]\\d{1,4}){1,2}|(?:\\d{1,2}\\.?\\s)?(?:\\p{L}{3,10}\\.?\\s)?(?:19|20)\\d{2})'
const others =
  'on leave|leave|leaver|terminated|inactive|contractor|contingent|external|guest|retired|resigned|deleted|deactivated|disabled|suspended|blocked|gesperrt|inaktiv|ext\\.?|extern|gast'

/**
 * Workday and others put the state behind the name: `Li Wei (On Leave)`, `Li Wei (left 03/2024)`, `Li Wei - left`. Behind `former` and
 * `left` a date or a kind of work has to follow: `(former Lindqvist)` is another name, `- former 1st officer` a title.
 */
const stateBehind = new RegExp(
  `\\s?[([](?:${gone}(?:[\\s-](?:[^)\\]\\d]{0,20}\\d[^)\\]]{0,20}|${kindOfWork}))?|(${others}|[cex])(?:\\s[^)\\]]{0,30})?)[)\\]]\\s*$`,
  'i',
)
const stateBehindDash = new RegExp(
  `\\s[-–—|]\\s?(?:${gone}(?:[\\s-](?:${date}|${kindOfWork}))?|(${others}))\\s*$`,
  'iu',
)

/** Administrators put it in front: `LEAVER - Li Wei`, `(left) Li Wei`. */
const stateInFront =
  /^(?:z+[ _-])?(?:(former|left)(?:\s[-–]|:)\s|(leaver|terminated|inactive|disabled)\s?[-–:]\s?|[([](?:(former|left|ex)|(leaver|terminated|inactive|deleted|deactivated|disabled|suspended|blocked))[)\]]\s?)/i
/** In capitals before a whole name that has none: `DISABLED Li Wei`. */
const capitalsInFront =
  /^(LEAVER|TERMINATED|INACTIVE|DELETED|DEACTIVATED|DISABLED|SUSPENDED|BLOCKED)[\s_](?=\p{Lu}\p{Ll}\S*\s+\p{L})/u

const statesInNames: Readonly<Record<string, 'suspended' | 'deactivated'>> = {
  leaver: 'deactivated',
  terminated: 'deactivated',
  inactive: 'deactivated',
  retired: 'deactivated',
  resigned: 'deactivated',
  deleted: 'deactivated',
  deactivated: 'deactivated',
  inaktiv: 'deactivated',
  disabled: 'suspended',
  suspended: 'suspended',
  blocked: 'suspended',
  gesperrt: 'suspended',
}

/** What stands beside a name counts like a state of its own; null where it takes nothing away. */
export function stateInName(
  record: JsonObject,
  { full_name: full, last_name: last, first_name: first }: AccountMapping,
): 'suspended' | 'deactivated' | null {
  return (
    stateBeside(saidAt(record, full)) ??
    stateBeside(saidAt(record, last)) ??
    stateBeside(saidAt(record, first))
  )
}

/** Longer ones behind a name are no states. */
const longestRemark = 300

function stateBeside(name: JsonValue | undefined): 'suspended' | 'deactivated' | null {
  if (typeof name !== 'string') return null
  const end = name.trimEnd().slice(-longestRemark)
  const bare = end.replace(numberBehind, '')
  const remarks = [
    stateInFront.exec(name),
    stateBehind.exec(end),
    stateBehindDash.exec(end),
    stateBehind.exec(bare),
  ]
  const remark = remarks.find((each) => each !== null)
  if (remark?.[1] !== undefined || remark?.[3] !== undefined) return 'deactivated'
  const word = remark?.[2] ?? remark?.[4] ?? capitalsInFront.exec(name)?.[1] ?? ''
  return statesInNames[word.toLowerCase()] ?? null
}

/** Prefixes that sort an account last, as in `zz_Li Wei`, and marks of unused accounts. */
const doubtful: readonly RegExp[] = [
  /^(?:z{2,}(?:[ _.-]|(?=\p{Lu}\p{Ll}))|[xz][_.-])(?=\p{L})/u,
  /^(?:ZZ+[ _.-]|[XZ]_)(?=\p{Lu}\p{Ll})/u,
  /^[xX]{2,}[ _.-](?=\p{L})/u,
  // A cross of the dead.
  /^†\s?(?=\p{L})|\s?†$/u,
  /^[_(*[-]*(?:old|do not use|delete|to be deleted|duplicate|alt|nicht (?:mehr )?verwenden)[)\]]?(?:_|:\s?|[-–]\s|\s[-–:]\s?|(?<=[)\]])\s)(?=\p{L})/iu,
  /\s(?:[([-]\s?)(?:old|do not use|to be deleted|delete|deprecated|duplicate|alt)[)\]]?$/iu,
  // Struck out, as Markdown writes it.
  /^~~(?=.*~~$)/u,
]

/** A mark beside a name that may say that the person has left; null without one. */
export function doubtInName(fullName: string): string | null {
  if (!/\s/u.test(fullName)) return null
  const mark = doubtful.map((each) => each.exec(fullName)?.[0]).find((each) => each !== undefined)
  return mark?.trim() ?? null
}

/** Workday also puts the number of a person behind their name: `Li Wei (102)`. */
const numberBehind = /\s?[([][a-z]{0,3}-?\d{2,}[)\]]\s*$/i

/** Notion puts the address of a page behind what it links to. */
const linkBehind = /\s?\(https?:[^\s()]{1,500}\)\s*$/i

/** `Anna Svensson (former Lindqvist)`. */
const nameBefore = /\s?[([](?:former|formerly|née|nee|geb\.|geborene)\s[^()[\]\d]{1,60}[)\]]\s*$/i

/** `Anna Schmidt (Huber GmbH)` */
const companyBehind =
  /\s?[([][^()[\]]{1,80}[\s.](?:gmbh(?: ?& ?co\. ?kg)?|ag|kg|ohg|ug|se|e\. ?v\.|ltd\.?|limited|inc\.?|llc|llp|plc|corp\.?|s\.?a\.?r\.?l\.?|sas|s\.a\.|s\.?l\.?u?\.?|s\.?p\.?a\.?|s\.?r\.?l\.?|b\.?v\.?|n\.?v\.?|ab|oy|aps|a\/s|s\.r\.o\.|sp\. z o\.o\.|ltda\.?|pty ltd)[)\]]\s*$/i

/** `Anna Schmidt geb. Huber` */
const bornBehind = /,? (?:geb\.|geborene|née|roz\.|rozená|z domu) \p{L}[\p{L}’'-]*$/u

/** `Ada Moreau <ada@acme.example>`, `Ada Moreau (ada@acme.example)` */
const addressBehind = /\s?[<(][^\s<>()@]+@[^\s<>()@]+[>)]$/u

/** `Ada Moreau (she/her)` */
const pronounsBehind = /\s?[([](?:she|he|they|sie|er|elle|il|ella|él)\s?\/[^()[\]]{1,20}[)\]]$/iu

/** A name without what is said beside it. */
export function withoutRemarks(full: string): string {
  const bare = full
    .replace(/^(\*\*|__)(.+)\1$/u, '$2')
    .replace(linkBehind, '')
    .replace(addressBehind, '')
    .replace(pronounsBehind, '')
    .replace(stateInFront, '')
    .replace(capitalsInFront, '')
    .replace(stateBehind, '')
    .replace(stateBehindDash, '')
    .replace(numberBehind, '')
    .replace(stateBehind, '')
    .replace(companyBehind, '')
    .replace(nameBefore, '')
    .replace(bornBehind, '')
  return bare === '' ? full : bare
}
