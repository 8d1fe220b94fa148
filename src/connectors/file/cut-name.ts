export type Names = { firstName: string; lastName: string; fullName: string }

/** What follows a comma without being a first name. */
const suffixes = /^(jr|sr|ii|iii|iv|ph\.?d|m\.?d|mba|cpa|esq|dr|rn|dds|msc|bsc|m\.?a|b\.?a)\.?$/i
/** Those that are no names, without a comma. */
const suffixesAlone =
  /^(?:(?:jr|sr|iii|ph\.?d|m\.?sc|b\.?sc|m\.a|b\.a)\.?|filho|j[uú]nior|sobrinho)$/i
/** `Mba` and `Ii` are names. */
const suffixesInCapitals = /^(?:II|MBA|CPA)$/
const familyFirst =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・\s]+$/u

/** `MOREAU Ada` */
const familyInCapitals = /^((?:\p{Lu}[\p{Lu}'’-]+ )+)(\p{Lu}\p{Ll}.*)$/u
/** Two capitals are initials: `JD Vance`. */
const moreThanInitials = /\p{Lu}{3}/u
/** What capitals stand before without being the name of a person: `API Bot`. */
const ofThings =
  /^(?:account|admin|administrator|agent|alerts|app|bot|desk|group|integration|monitor|office|runner|service|support|system|team|test|tool|user)\b/i

/** Whether a word of a name belongs to the family name behind it. With a capital it may also be a name: only some are none. */
function isParticle(word: string, before: string, behind: string): boolean {
  if (/^(?:[lL]as?|[lL]os|L[aA]S?|LOS)$/.test(word) && /^de$/i.test(before)) return true
  if (/^van$/i.test(word) && /^(?:de|den|der)$/i.test(behind)) return true
  return particle.test(word)
}
const particle =
  /^(?:d[aeiou]|[dD][ao]s|de[lnr]|della|l[ae]|[ae]l|a[fv]|bin|ibn|te[rn]|van|v[ou]n|vo[nm]|zu[mr]?|[’']t|D[aei]|De[lnr]|Della|Von|DA|D[EI]|D[AO]S|DE[LNR]|DELLA|VON)$/u

export function isInCapitals(word = ''): boolean {
  return /^\p{Lu}[\p{Lu}'’-]+$/u.test(word)
}

/** `Vries, Fleur de` */
const particlesBehind =
  /(?<=\S) ((?:van de[nr]?|van|von der|von|de la|del?|den|der|te[nr]?|zu)|[’']t)$/u

/** Where the family name begins among the words of a name that has it last. */
function familyAt(words: readonly string[]): number {
  let at = words.length - 1
  // `Sammy Davis Jr.`
  const isAllInCapitals = isInCapitals(words[0])
  const isSuffix = (word = '') =>
    suffixesAlone.test(word) || (!isAllInCapitals && suffixesInCapitals.test(word))
  while (at > 1 && isSuffix(words[at])) at -= 1
  // `Ada DE SMET`, but not `ADA SMET`
  if (!isAllInCapitals)
    while (at > 1 && isInCapitals(words[at]) && isInCapitals(words[at - 1])) at -= 1
  while (at > 1 && isParticle(words[at - 1] ?? '', words[at - 2] ?? '', words[at] ?? '')) at -= 1
  return at
}

/** Where the given name begins among the words of a name that has the family name first, or two of them. */
export function givenAt(
  words: readonly string[],
  { column, hasTwo }: { column: string; hasTwo: boolean },
): number {
  let at = 1
  while (
    at < words.length - 1 &&
    (isParticle(words[at - 1] ?? '', words[at - 2] ?? '', words[at] ?? '') ||
      (/^nom\b/i.test(column) && /^(?:Le|La|Les|Du|Des)$/.test(words[at - 1] ?? '')))
  )
    at += 1
  return hasTwo && words.length - at > 1 ? at + 1 : at
}

/** `Ada Moreau (Paris Office)`, `Ada Moreau - Sales`; a dash behind the first word may be part of the name. */
function remarkAt(full: string): number {
  const isBracketed = /[)\]]$/.test(full)
  const at = isBracketed
    ? Math.max(full.lastIndexOf(' ('), full.lastIndexOf(' ['))
    : full.search(/ \| |(?<= \S+) [-–—] /u)
  return at === -1 ? full.length : at
}

/** `Moreau; Ada`, but not `Ada Moreau; Sales` */
const familyAndSemicolon = /^([\p{L}\p{M}'’-]+);\s?(?=[\p{L}\p{M}'’. -]+$)/u

/** `Moreau, Ada` has the family name first, and so have Chinese, Japanese and Korean names and `MOREAU Ada`; others are cut at the last space. */
export function cutName(full: string): Names {
  const line = full.replace(familyAndSemicolon, '$1, ')
  const [last = '', first = '', ...more] = line.split(/\s*[,，、]\s*/u)
  if (more.length === 0 && first !== '' && last !== '' && !suffixes.test(first)) {
    const [given, prefix = ''] = first.split(particlesBehind, 2)
    return named(given ?? first, prefix === '' ? last : `${prefix} ${last}`)
  }
  const [third = '', fourth] = more
  if (third !== '' && fourth === undefined && last !== '') {
    // `King, Jr., Martin` and `King, Martin, PhD`
    if (/^dr\.?$/i.test(first)) return named(`${first} ${third}`, last)
    if (suffixes.test(first)) return named(third, `${last} ${first}`)
    if (suffixes.test(third)) return named(first, `${last}, ${third}`)
  }
  const [family = '', ...given] = full.split(/\s+/u)
  if (given.length > 0 && familyFirst.test(full)) return named(given.join(' '), family)
  const [, capitals = '', rest = ''] = familyInCapitals.exec(full) ?? []
  if (moreThanInitials.test(capitals) && !ofThings.test(rest)) return named(rest, capitals.trim())
  const bare = full.slice(0, remarkAt(full)).replace(/,.*$/u, '')
  const words = bare.split(' ')
  if (words.length === 1) return { firstName: full, lastName: '', fullName: full }
  const cut = words.slice(0, familyAt(words)).join(' ').length
  return { firstName: full.slice(0, cut), lastName: full.slice(cut + 1), fullName: full }
}

export function named(firstName: string, lastName: string): Names {
  return { firstName, lastName, fullName: `${firstName} ${lastName}`.trim() }
}
