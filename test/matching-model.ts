/** A small model of who is the same person, of one source whose accounts are the people, for matching.property.test.ts. */

export type Row = {
  id: string
  /** First and last name, or nothing. */
  name: string
  email: string | null
  number: string | null
  hasEnded: boolean
}

/** `person`: null while it waits. `numbers`: all that it had. */
type Account = Row & { person: number | null; numbers: readonly string[] }

/** `led`: the account that led last. */
export type Model = {
  accounts: readonly Account[]
  led: ReadonlyMap<number, string>
  people: number
}

export const emptyModel: Model = { accounts: [], led: new Map(), people: 0 }

const words = (name: string) => name.toLowerCase().split(' ').filter(Boolean).sort()
const sameName = (one: Row, other: Row) =>
  one.name !== '' && words(one.name).join() === words(other.name).join()
const sameEmail = (one: Row, other: Row) => one.email !== null && one.email === other.email

/** The number, where it says whose an account is. */
function numberOf({ number }: Row): string | null {
  if (number === null || !/\d/.test(number)) return null
  return new Set(number.replaceAll(/[^a-z0-9]/gi, '')).size < 2 ? null : number
}

const hasOrHad = (account: Account, number: string) => account.numbers.includes(number)

type Person = { id: number; isHere: boolean; faces: readonly Account[]; all: readonly Account[] }

function peopleOf({ accounts, led }: Model): Person[] {
  const ofPeople = accounts.filter(({ person }) => person !== null)
  return [...Map.groupBy(ofPeople, ({ person }) => person ?? -1)].map(([id, all]) => {
    const live = all.filter(({ hasEnded }) => !hasEnded)
    const leads = all.filter((each) => each.id === led.get(id))
    return { id, isHere: live.length > 0, faces: [...new Set([...leads, ...live])], all }
  })
}

/** Accounts without a person that agree in two things, as parties. */
function partiesOf(pending: readonly Account[]): Account[][] {
  const isEvidence = (account: Account) => {
    const number = numberOf(account)
    return pending.every(
      (other) =>
        other === account ||
        numberOf(other) !== number ||
        sameName(account, other) ||
        sameEmail(account, other),
    )
  }
  const sameNumber = (one: Account, other: Account) =>
    numberOf(one) !== null &&
    numberOf(one) === numberOf(other) &&
    isEvidence(one) &&
    isEvidence(other)
  const known = (account: Account) => (isEvidence(account) ? numberOf(account) : null)
  /** Of one address and name: an account that has ended is another person's if its number is another one. */
  const isOtherPerson = (one: Account, other: Account) => {
    if (!one.hasEnded && !other.hasEnded) return false
    const alike = pending.filter((each) => sameEmail(each, one) && sameName(each, one))
    const live = alike.filter(({ hasEnded }) => !hasEnded)
    const numbers = new Set((live.length > 0 ? live : alike).flatMap((each) => known(each) ?? []))
    const isTheirs = (each: Account) =>
      !each.hasEnded || known(each) === null || numbers.size === 0 || numbers.has(known(each) ?? '')
    if (live.length > 0 && isTheirs(one) && isTheirs(other)) return false
    if (live.length === 0 && numbers.size <= 1) return false
    return known(one) !== known(other) || isTheirs(one) !== isTheirs(other)
  }
  const areOne = (one: Account, other: Account) =>
    (sameNumber(one, other) && (sameName(one, other) || sameEmail(one, other))) ||
    (sameEmail(one, other) && sameName(one, other) && !isOtherPerson(one, other))
  const parties: Account[][] = []
  for (const account of pending) {
    const joined = parties.filter((party) => party.some((other) => areOne(account, other)))
    const others = parties.filter((party) => !joined.includes(party))
    parties.splice(0, parties.length, ...others, [...joined.flat(), account])
  }
  return parties
}

type Verdict = { kind: 'link'; person: number } | { kind: 'create' } | { kind: 'wait' }

/** Decides about one party among the people, and the other accounts that wait or appear. */
function decide(party: readonly Account[], model: Model, pending: readonly Account[]): Verdict {
  const others = pending.filter((each) => !party.includes(each))
  const compared = peopleOf(model).map((person) => {
    const hits = party.map((account) => {
      const number = numberOf(account)
      const known = [...model.accounts, ...pending]
      const isTaken = (value: string) =>
        known.some(
          (other) =>
            other.id !== account.id &&
            !person.all.some(({ id }) => id === other.id) &&
            hasOrHad(other, value) &&
            !(other.person === null && (sameName(other, account) || sameEmail(other, account))),
        )
      const own = number === null || isTaken(number) ? null : number
      const theirs = person.all.flatMap((each) => numberOf(each) ?? [])
      return {
        number: own !== null && theirs.includes(own),
        differs: own !== null && theirs.length > 0 && !theirs.includes(own),
        address: person.faces.some((face) => sameEmail(face, account)),
        name: person.faces.some((face) => sameName(face, account)),
        common: person.faces.some((face) =>
          words(face.name).some((word) => words(account.name).includes(word)),
        ),
        isShared: isShared(account, [...peopleOf(model), ...others]),
      }
    })
    const some = (key: 'number' | 'address' | 'name' | 'common') => hits.some((hit) => hit[key])
    return {
      person,
      number: some('number'),
      address: some('address'),
      differs: hits.some(({ differs }) => differs) && !some('number'),
      isStrong: hits.some(
        ({ number, address, name }) => Number(number) + Number(address) + Number(name) > 1,
      ),
      isOwn: hits.some(({ address, isShared: shared }) => address && !shared),
      common: some('common'),
    }
  })
  const met = compared.filter(({ number, address }) => number || address)
  const strong = met.filter(({ isStrong }) => isStrong)
  const here = strong.filter(({ person }) => person.isHere)
  const gone = strong.filter(
    ({ person, number, differs }) => !person.isHere && (number || !differs),
  )
  const [only] = here.length === 1 ? here : here.length === 0 && gone.length === 1 ? gone : []
  const contradicts = met.some(
    (each) =>
      only !== undefined &&
      each !== only &&
      (each.number || (each.isOwn && each.person.isHere && !only.address)),
  )
  if (only !== undefined && !contradicts) return { kind: 'link', person: only.person.id }
  if (party.every(({ hasEnded }) => hasEnded)) return { kind: 'create' }
  const alone = met.filter(
    ({ isStrong, number, isOwn, person }) => !isStrong && !number && isOwn && person.isHere,
  )
  const isDoubtful = strong.length > 0 || met.some(({ number }) => number) || alone.length > 1
  return isDoubtful || alone.some(({ common }) => common) ? { kind: 'wait' } : { kind: 'create' }
}

/** Whether accounts of several names have the address of an account, itself left aside. */
function isShared(account: Account, holders: readonly (Person | Account)[]): boolean {
  const names = holders.flatMap((holder) => {
    const isLive = 'faces' in holder ? holder.isHere : !holder.hasEnded
    const faces = 'faces' in holder ? holder.faces : [holder]
    const has = isLive && faces.some((face) => sameEmail(face, account))
    return has ? faces.flatMap(({ name }) => (name === '' ? [] : [words(name).join()])) : []
  })
  return new Set(names.filter((name) => name !== words(account.name).join())).size > 1
}

/** What a run of these rows makes of the people. */
export function runModel(model: Model, rows: readonly Row[], isComplete: boolean): Model {
  const said = new Map(rows.map((row) => [row.id, row]))
  const after = model.accounts.map((account) => {
    const row = said.get(account.id)
    if (row === undefined) return isComplete ? { ...account, hasEnded: true } : account
    return {
      ...account,
      ...row,
      numbers: [...account.numbers, ...(row.number === null ? [] : [row.number])],
    }
  })
  const fresh = rows
    .filter(({ id }) => !model.accounts.some((account) => account.id === id))
    .map((row) =>
      Object.assign({}, row, { person: null, numbers: row.number === null ? [] : [row.number] }),
    )
  const replaced = replacements(model, after, fresh, said)
  const led = leaders(after, model.led)
  const waiting = after.filter(({ person, hasEnded }) => person === null && !hasEnded)
  const pending = [...fresh, ...waiting]
  const kept: Model = {
    accounts: after.filter(({ person }) => person !== null),
    led,
    people: model.people,
  }
  let people = model.people
  const given = new Map<string, number>(replaced)
  const base = withReplaced(kept, model, replaced)
  for (const party of partiesOf(pending)) {
    const verdict = decide(party, base, pending)
    if (verdict.kind === 'create') people += 1
    for (const { id } of party)
      if (!given.has(id) && verdict.kind !== 'wait')
        given.set(id, verdict.kind === 'link' ? verdict.person : people)
  }
  const accounts = [...after, ...fresh].map((each) => {
    const person = given.get(each.id)
    return person === undefined ? each : Object.assign({}, each, { person })
  })
  return { accounts, led: leaders(accounts, led), people }
}

/** Accounts that appear, each with the person of whom an account ends in the run, as that was before it. */
function replacements(
  model: Model,
  after: readonly Account[],
  fresh: readonly Account[],
  said: ReadonlyMap<string, Row>,
): Map<string, number> {
  const before = new Map(model.accounts.map((account) => [account.id, account]))
  const gone = new Set(
    after.flatMap(({ id, hasEnded, person }) =>
      hasEnded && person !== null && before.get(id)?.hasEnded === false ? [person] : [],
    ),
  )
  const restaged = after.filter(
    ({ id, person, hasEnded, email }) =>
      person === null &&
      !hasEnded &&
      said.has(id) &&
      (email !== null || before.get(id)?.hasEnded === true) &&
      (before.get(id)?.hasEnded === true || before.get(id)?.email !== null),
  )
  const come = [...fresh.filter(({ hasEnded }) => !hasEnded), ...restaged]
  const known = {
    ...model,
    accounts: model.accounts.filter(({ id }) => !come.some((each) => each.id === id)),
  }
  const found = new Map<number, string>()
  for (const party of partiesOf(come)) {
    const verdict = decide(party, known, come)
    if (verdict.kind !== 'link' || !gone.has(verdict.person)) continue
    const [first] = [...party.map(({ id }) => id), found.get(verdict.person) ?? '']
      .filter(Boolean)
      .sort()
    if (first !== undefined) found.set(verdict.person, first)
  }
  return new Map([...found].map(([person, id]) => [id, person]))
}

/** A person of whom an account is replaced is still here, as they were. */
function withReplaced(kept: Model, before: Model, replaced: ReadonlyMap<string, number>): Model {
  const stay = new Set(replaced.values())
  const accounts = kept.accounts.map((account) => {
    const former = before.accounts.find(({ id }) => id === account.id)
    const isLeading = account.person !== null && kept.led.get(account.person) === account.id
    return account.person !== null &&
      stay.has(account.person) &&
      isLeading &&
      former?.hasEnded === false
      ? { ...account, hasEnded: false }
      : account
  })
  return { ...kept, accounts }
}

/** The account that leads: one that has not ended first, then the one that led before, then by id. */
function leaders(
  accounts: readonly Account[],
  before: ReadonlyMap<number, string>,
): Map<number, string> {
  const ofPeople = accounts.filter(({ person }) => person !== null)
  return new Map(
    [...Map.groupBy(ofPeople, ({ person }) => person ?? -1)].map(([person, all]) => {
      const [first] = all.toSorted(
        (one, other) =>
          Number(one.hasEnded) - Number(other.hasEnded) ||
          Number(other.id === before.get(person)) - Number(one.id === before.get(person)) ||
          (one.id < other.id ? -1 : 1),
      )
      return [person, first?.id ?? '']
    }),
  )
}
