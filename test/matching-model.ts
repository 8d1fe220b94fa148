/** A small model of who is the same person, of one source whose accounts are the people, for matching.property.test.ts. */

export type Row = {
  id: string
  /** First and last name, or nothing. */
  name: string
  email: string | null
  number: string | null
  hasEnded: boolean
}

type Key = 'number' | 'address' | 'name'

/** What agrees in an account and a person. */
type Doubt = { person: number; agrees: readonly Key[] }

/** `person`: null while it waits, for the people of its `doubts`. `numbers`: all that it had. */
type Account = Row & {
  person: number | null
  numbers: readonly string[]
  doubts: readonly Doubt[]
}

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

/** `nobody`: it has ended, and would wait. `met`: who may be its person. */
type Verdict = { met: readonly Doubt[] } & (
  | { kind: 'link'; person: number }
  | { kind: 'create' | 'wait' | 'nobody' }
)

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
      name: some('name'),
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
  const agreeing = met
    .filter(({ person, number, address, name }) => person.isHere || number || (address && name))
    .map(({ person, ...each }) => ({
      person: person.id,
      agrees: (['number', 'address', 'name'] as const).filter((key) => each[key]),
    }))
  if (only !== undefined && !contradicts)
    return { kind: 'link', person: only.person.id, met: agreeing }
  const alone = met.filter(
    ({ isStrong, number, isOwn, person }) => !isStrong && !number && isOwn && person.isHere,
  )
  const isDoubtful = strong.length > 0 || met.some(({ number }) => number) || alone.length > 1
  const waits = isDoubtful || alone.some(({ common }) => common) || hasDoubts(party)
  if (!waits) return { kind: 'create', met: agreeing }
  return { kind: party.every(({ hasEnded }) => hasEnded) ? 'nobody' : 'wait', met: agreeing }
}

/** Whether an account of a party has waited for somebody, or agreed with somebody as they were before the run. */
function hasDoubts(party: readonly Account[]): boolean {
  return party.some(({ doubts }) => doubts.length > 0)
}

/** Whether accounts of several names have the address of an account, itself left aside. */
function isShared(account: Account, holders: readonly (Person | Account)[]): boolean {
  const names = holders.flatMap((holder) => {
    const isLive = 'faces' in holder ? holder.isHere : !holder.hasEnded
    const faces = 'faces' in holder ? holder.faces : [holder]
    const has = isLive && faces.some((face) => sameEmail(face, account))
    const theirs = faces.flatMap(({ name }) => (name === '' ? [] : [words(name).join()]))
    return has ? theirs.sort().slice(0, 1) : []
  })
  return new Set(names.filter((name) => name !== words(account.name).join())).size > 1
}

/** What a run of these rows makes of the people. */
export function runModel(model: Model, rows: readonly Row[], isComplete: boolean): Model {
  const said = new Map(rows.map((row) => [row.id, row]))
  const after = model.accounts.map((account) => {
    const row = said.get(account.id)
    if (row === undefined) return isComplete ? { ...account, hasEnded: true, doubts: [] } : account
    return {
      ...account,
      ...row,
      numbers: [...account.numbers, ...(row.number === null ? [] : [row.number])],
      doubts: row.hasEnded ? [] : doubtsLeft(account, row),
    }
  })
  const fresh = rows
    .filter(({ id }) => !model.accounts.some((account) => account.id === id))
    .map((row) =>
      Object.assign({}, row, {
        person: null,
        numbers: row.number === null ? [] : [row.number],
        doubts: [],
      }),
    )
  const { found: replaced, doubts } = replacements(model, after, fresh, said)
  const led = leaders(after, model.led)
  const waiting = after.filter(({ person, hasEnded }) => person === null && !hasEnded)
  const pending = [...fresh, ...waiting].map((each) =>
    Object.assign({}, each, { doubts: [...each.doubts, ...(doubts.get(each.id) ?? [])] }),
  )
  const kept: Model = {
    accounts: after.filter(({ person }) => person !== null),
    led,
    people: model.people,
  }
  let people = model.people
  const given = new Map<string, number>(replaced)
  const left = new Map<string, Doubt[]>()
  const base = withReplaced(kept, model, replaced)
  for (const party of partiesOf(pending)) {
    const verdict = decide(party, base, pending)
    if (verdict.kind === 'create') people += 1
    for (const { id } of party)
      if (verdict.kind === 'wait') left.set(id, joined(verdict.met, party))
      else if (!given.has(id) && verdict.kind !== 'nobody')
        given.set(id, verdict.kind === 'link' ? verdict.person : people)
  }
  const accounts = [...after, ...fresh].map((each) =>
    Object.assign({}, each, {
      person: given.get(each.id) ?? each.person,
      doubts: each.hasEnded ? [] : (left.get(each.id) ?? []),
    }),
  )
  return { accounts, led: leaders(accounts, led), people }
}

/** The doubts of an account of which something that agreed has not changed. */
function doubtsLeft(before: Account, now: Row): Doubt[] {
  const isSame = {
    number: before.number === now.number,
    address: before.email === now.email,
    name: words(before.name).join() === words(now.name).join(),
  }
  return before.doubts.filter(({ agrees }) => agrees.some((key) => isSame[key]))
}

/** Who may be the person of a party that waits: for each, what agrees now, else most of what agreed. */
function joined(met: readonly Doubt[], party: readonly Account[]): Doubt[] {
  const former = party
    .flatMap(({ doubts }) => doubts)
    .toSorted(
      (one, other) =>
        other.agrees.length - one.agrees.length ||
        (one.agrees.join() < other.agrees.join() ? -1 : 1),
    )
  const all = [...met, ...former]
  return all.filter(({ person }, at) => all.findIndex((each) => each.person === person) === at)
}

/**
 * Accounts that appear, each with the person of whom an account ends in the run, as that was before it. `doubts`: who may be the
 * person of the others, as they were before.
 */
function replacements(
  model: Model,
  after: readonly Account[],
  fresh: readonly Account[],
  said: ReadonlyMap<string, Row>,
): { found: ReadonlyMap<string, number>; doubts: ReadonlyMap<string, readonly Doubt[]> } {
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
  const come = [...fresh.filter(({ hasEnded }) => !hasEnded), ...restaged].map((each) =>
    Object.assign({}, each, { doubts: [] }),
  )
  const hasTurned = after.some((now) => {
    const then = before.get(now.id)
    if (then === undefined || now.person === null || !said.has(now.id)) return false
    return then.number !== now.number || then.email !== now.email || then.name !== now.name
  })
  const doubts = new Map<string, readonly Doubt[]>()
  const known = {
    ...model,
    accounts: model.accounts.filter(({ id }) => !come.some((each) => each.id === id)),
  }
  const found = new Map<number, string>()
  for (const party of partiesOf(come)) {
    const verdict = decide(party, known, come)
    if ((gone.size > 0 || hasTurned) && verdict.kind !== 'create')
      for (const { id } of party) doubts.set(id, verdict.met)
    if (verdict.kind !== 'link' || !gone.has(verdict.person)) continue
    const [first] = [...party.map(({ id }) => id), found.get(verdict.person) ?? '']
      .filter(Boolean)
      .sort()
    if (first !== undefined) found.set(verdict.person, first)
  }
  return { found: new Map([...found].map(([person, id]) => [id, person])), doubts }
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
