/** Other people, and groups of them, in names of columns. */
const ofOtherPeople =
  /manager|supervisor|boss|reports?.?to|vorgesetz|führungskraft|respons|jefe|superior|approver|assistant|buddy|mentor|owner|recruiter|sponsor|parent|guardian|spouse|next of kin|emergency|notfall|contact|department|team|group/i
/** What is at home is not what a colleague writes to. */
export const ofHome = /personal|privat|home|perso\b|recovery/i

/** Whether a column has what is someone else's, or not of work. */
export function isOfOthers(name: string): boolean {
  return ofOtherPeople.test(name) || ofHome.test(name)
}

/** What has states of its own. */
export const ofThings =
  /mfa|2fa|2sv|factor|mail|phone|mobil|device|licen[cs]|subscri|laptop|asset|badge|vpn|newsletter|group|gym|sso|sync|password|training|insurance|benefit|project|campaign|invitation|onboarding|verif|check|permit|clearance|visa|passport|certif|probation|screening|vaccin|parking|billing|military|veteran|marital|disabilit|activity level|fitness|\bfee|\bdues|beitrag|cotisation|tarif|cuota|quota|religio|konfession|^(?:kirche|church|union|board|committee|verein)$|betriebsrat|gewerkschaft|educat|versicherung|mietvertrag|\blease\b|\babo\b|\boccupation\b|\bfather|\bmother|maiden|nickname|spitzname|geburtsname|\bprevious\b|\b(?:server|ticket|policy)s?\b|authent|autent|faktor|fattori|学歴|学历/i

/** What also ends. */
export const ofOtherEnds =
  /absence|assignment|booking|campaign|course|desk|event|holiday|leave\b|lease|licen|meeting|mission|pro[bj]e|project|reservation|room|schicht|session|shift|subscription|task|ticket|training|trial|urlaub|vacation|cong[eé]|essai|warrant/i
