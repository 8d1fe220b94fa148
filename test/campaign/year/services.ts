import assert from 'node:assert/strict'
import { later } from './administration.ts'
import { day } from './organisation.ts'
import type { Year } from './year.ts'

type Service = { id: string; token: string; tokenEnds: number; isActive: boolean }

/** Services come and go, with their admins, and their tokens end. */
export class Services {
  readonly #services: Service[] = []
  #made = 0

  async change(year: Year): Promise<void> {
    const { dice, note } = year
    const service = this.#services.length > 0 ? dice.pick(this.#services) : undefined
    const roll = dice.nat(100)
    if (service === undefined || roll < 25) await this.create(year)
    else if (roll < 50) await this.#changeAdmins(year, service)
    else if (roll < 75) await this.#turn(year, service)
    else {
      await year.workspace.must('DELETE', `/workspace/services/${service.id}`)
      this.#services.splice(this.#services.indexOf(service), 1)
      year.reach('a service that is deleted')
    }
    note('services change')
  }

  async create({ workspace, dice, reach }: Year): Promise<void> {
    this.#made += 1
    const { body } = await workspace.must('POST', '/workspace/services', {
      name: `Service ${this.#made}`,
      handle: `service-${this.#made}`,
    })
    const path = `/workspace/services/${body.id}`
    const permissions = ['directory.user.view', 'policy.rule.view']
    await workspace.must('PUT', `${path}/permissions`, { permissions })
    const days = 1 + dice.nat(30)
    const asked = { name: 'nightly', expires_in_days: days }
    const issued = (await workspace.must('POST', `${path}/tokens`, asked)).body
    const tokenEnds = workspace.now() + days * day
    this.#services.push({ id: body.id, token: issued.token, tokenEnds, isActive: true })
    reach('a service')
  }

  async deactivateOne(year: Year): Promise<void> {
    const service = this.#services.find(({ isActive }) => isActive)
    if (service !== undefined) await this.#turn(year, service)
  }

  async #changeAdmins({ workspace, dice }: Year, { id }: Service): Promise<void> {
    const path = `/workspace/services/${id}/admins`
    const user = dice.pick(workspace.groupOwners).id
    const body = { admin_role: dice.pick(['admin', 'audit', 'permission', 'token']) }
    if (dice.chance(40)) await workspace.isDone('DELETE', `${path}/${user}`)
    else if (!(await workspace.isDone('POST', path, { user_id: user, ...body })))
      await workspace.isDone('PATCH', `${path}/${user}`, body)
  }

  async #turn({ workspace }: Year, service: Service): Promise<void> {
    const verb = service.isActive ? 'deactivate' : 'activate'
    await workspace.must('POST', `/workspace/services/${service.id}/${verb}`)
    service.isActive = !service.isActive
  }

  /** Each calls with its token, which has power until its end and while the service is active. */
  async callAll({ workspace, reach }: Year): Promise<void> {
    for (const { token, tokenEnds, isActive } of this.#services) {
      const wanted = isActive && tokenEnds > workspace.now() ? 200 : 401
      const { status, text } = await workspace.call('GET', '/directory/users', undefined, token)
      assert.equal(status, wanted, `a service's call: ${text.slice(0, 200)}`)
      if (wanted === 401) reach('a token without power')
    }
  }
}

/** People who sign in are let in, and end. */
export async function changeWorkspaceUsers(year: Year): Promise<void> {
  const { workspace, dice, reach, note } = year
  const name = `visitor-${dice.nat(1_000_000)}`
  const { body } = await workspace.must('POST', '/workspace/users', {
    provider: 'https://id.example',
    provider_id: name,
    name,
    ...(dice.chance(70) && { expires_at: later(year, 30) }),
  })
  if (dice.chance(30)) await workspace.must('POST', `/workspace/users/${body.id}/deactivate`)
  note('someone may sign in')
  reach('a person who signs in')
}
