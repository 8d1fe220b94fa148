import assert from 'node:assert/strict'
import { until } from '../until.ts'

type Answer = { status: number; text: string; body: any } // oxlint-disable-line typescript/no-explicit-any -- tests look into every shape
export type Call = (method: string, path: string, body?: unknown) => Promise<Answer>

type Wanted = { call: Call; people: number; perImport: number }
type Asked = Omit<Wanted, 'perImport'> & { perImport?: number }

/** Imports that change people, and a rule that moves those in Sales, by processes that may be killed meanwhile. */
export class ManyChanges {
  readonly #call: Call
  readonly #people: number
  readonly #perImport: number
  readonly #source: string
  /** The rules of the manifest that everybody in Sales joins and leaves. */
  readonly #rules: string
  ids: readonly string[] = []
  #round = 0
  #rule: string | undefined

  private constructor({ call, people, perImport }: Wanted, source: string, rules: string) {
    this.#call = call
    this.#people = people
    this.#perImport = perImport
    this.#source = source
    this.#rules = rules
  }

  /** Makes people, so many of whom each import changes. As many are in Sales. */
  static async begin({ call, people, perImport = people }: Asked): Promise<ManyChanges> {
    const must = async (...sent: Parameters<Call>) => {
      const answer = await call(...sent)
      assert.ok(answer.status < 300, answer.text)
      return answer.body
    }
    const connect = async (body: object) => (await must('POST', '/workspace/integrations', body)).id
    const hr = await connect({ handle: 'hr', name: 'HR', vendor: 'file', is_primary: true })
    const code = await connect({ handle: 'code', name: 'Code', vendor: 'codehost', type: 'gitlab' })
    const groups = [{ id: 1, name: 'all', path: 'all', full_path: 'all', parent_id: null }]
    await importUntilDone(call, `/workspace/integrations/${code}`, {
      name: 'groups.json',
      table: JSON.stringify(groups),
      isComplete: true,
    })
    const [resource] = (await must('GET', '/directory/resources')).data
    const body = { resource_id: resource.id, state: 'managed' }
    const ruleset = await must('POST', '/policy/rulesets', body)
    const source = `/workspace/integrations/${hr}`
    const changes = new ManyChanges(
      { call, people, perImport },
      source,
      `/policy/rulesets/${ruleset.id}/rules`,
    )
    await changes.import(people)
    const { data } = await must('GET', '/directory/users?page[size]=500')
    changes.ids = data.map(({ id }: { id: string }) => id)
    assert.ok(changes.ids.length > 0)
    return changes
  }

  /** So many imports, and a change of policy. @returns how many records were changed */
  async change(imports: number): Promise<number> {
    for (let count = 0; count < imports; count += 1) await this.import()
    await this.turn()
    return (imports + 1) * this.#perImport
  }

  async import(count = this.#perImport): Promise<void> {
    const begin = (this.#round * count) % this.#people
    this.#round += 1
    const lines = Array.from({ length: count }, (_, index) => {
      const at = (begin + index) % this.#people
      const department = at < this.#perImport ? 'Sales' : 'Legal'
      return `e${at},Ada,Moreau ${this.#round},p${at}@acme.example,${department}`
    })
    const table = `id,first_name,last_name,email,department\n${lines.join('\n')}\n`
    const isComplete = count === this.#people
    await importUntilDone(this.#call, this.#source, { name: 'people.csv', table, isComplete })
  }

  /** Moves those in Sales into the manifest of the group, or out of it, by the plan that a change beyond the limits names. */
  async turn(): Promise<void> {
    const verb = this.#rule === undefined ? 'activate' : 'deactivate'
    const path = `/policy/rules/${this.#rule ?? (await this.#draft())}`
    let said = ''
    const step = async () => {
      const { body } = await this.#call('GET', path)
      if (body.state === (verb === 'activate' ? 'active' : 'deactivated')) return true
      const answer = await this.#call('POST', `${path}/${verb}`, {})
      said = answer.text
      const [plan] = /popln_[0-9a-z]+/.exec(said) ?? []
      if (answer.status === 409 && plan !== undefined)
        said = (await this.#call('POST', `/policy/plans/${plan}/apply`)).text
      return false
    }
    await until(() => step().catch(() => false), `the end of ${verb}`).catch((cause) =>
      assert.fail(`${cause}: ${said}`),
    )
    this.#rule = verb === 'activate' ? path.split('/').at(-1) : undefined
  }

  /** A new one each time: a rule that was deactivated is not activated again. */
  async #draft(): Promise<string> {
    const conditions = [
      {
        type: 'identity',
        profile_key: 'department',
        profile_operator: 'equals',
        profile_value: 'sales',
      },
    ]
    const create = () => this.#call('POST', this.#rules, { role: 'developer', conditions })
    const made = await until(() => create().catch(() => undefined), 'a rule')
    assert.equal(made.status, 201, made.text)
    return made.body.id
  }
}

/** Sends a file again as long as its run does not succeed, because its process was killed. */
async function importUntilDone(
  call: Call,
  source: string,
  { name, table, isComplete }: { name: string; table: string; isComplete: boolean },
): Promise<void> {
  const isLost = Symbol('lost')
  for (let tries = 0; tries < 5; tries += 1) {
    const sent = await call(
      'POST',
      `${source}/imports?complete=${isComplete}&name=${name}`,
      table,
    ).catch(() => isLost)
    if (typeof sent === 'symbol') continue
    assert.equal(sent.status, 202, sent.text)
    const run = await until(async () => {
      const found = await call('GET', `${source}/runs/${sent.body.id}`).catch(() => undefined)
      return found?.body?.timestamp?.finished_at !== null && found?.body
    }, 'the end of the run')
    if (run.state === 'succeeded') return
  }
  throw new Error('no run succeeds')
}
