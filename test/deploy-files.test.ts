import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { access, glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parse, parseAllDocuments } from 'yaml'
import { makeOwner, testServer } from './harness.ts'
import { withoutProgram } from './program.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFile(join(root, path), 'utf8')

test(
  'the unit of systemd is valid, and is hardly exposed',
  { skip: withoutProgram('systemd-analyze') },
  async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'muster-unit-'))
    context.after(() => rm(folder, { recursive: true }))
    const unit = join(folder, 'muster.service')
    // The program has to exist, and so has the user.
    const text = (await read('deploy/systemd/muster.service'))
      .replace('/opt/muster/bin/muster', process.execPath)
      .replaceAll('=muster\n', '=root\n')
    await writeFile(unit, text)
    const verified = await run('systemd-analyze', ['verify', '--man=no', unit])
    assert.equal(verified.stderr, '')
    const own = join(root, 'deploy/systemd/muster.service')
    const { stdout } = await run('systemd-analyze', ['security', '--offline=true', own])
    const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? []
    assert.ok(Number(exposure) <= 2.5, stdout)
  },
)

// Manifests have every shape.
// oxlint-disable-next-line typescript/no-explicit-any
type Manifest = any

async function manifests(): Promise<Manifest[]> {
  const paths = await Array.fromAsync(glob('deploy/kubernetes/*.yaml', { cwd: root }))
  const texts = await Promise.all(paths.map(read))
  return texts.flatMap((text) => parseAllDocuments(text).map((each) => each.toJS()))
}

test('pods may do what the restricted standard allows, and write to volumes alone', async () => {
  const workloads = (await manifests()).filter(({ spec }) => spec?.template?.spec)
  assert.equal(workloads.length, 2)
  for (const { spec } of workloads) {
    const { securityContext, automountServiceAccountToken, containers, volumes } =
      spec.template.spec
    assert.equal(securityContext.runAsNonRoot, true)
    assert.equal(securityContext.seccompProfile.type, 'RuntimeDefault')
    assert.equal(automountServiceAccountToken, false)
    for (const { securityContext: own, image, volumeMounts, resources } of containers) {
      assert.deepEqual(own, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      assert.match(image, /:\d+\.\d+\.\d+$/)
      assert.ok(resources.limits.memory)
      const claims = (spec.volumeClaimTemplates ?? []).map(({ metadata }: Manifest) => metadata)
      const names = new Set([...volumes, ...claims].map(({ name }: { name: string }) => name))
      for (const { name } of volumeMounts) assert.ok(names.has(name), name)
    }
  }
})

test('the workload has two replicas, probes that exist, and a budget that keeps one', async () => {
  const all = await manifests()
  const ofKind = (wanted: string) => all.find(({ kind }) => kind === wanted)
  const { spec, metadata } = ofKind('StatefulSet')
  assert.equal(spec.replicas, 2)
  const labels = spec.template.metadata.labels
  for (const selector of [
    spec.selector.matchLabels,
    ofKind('Service').spec.selector,
    ofKind('PodDisruptionBudget').spec.selector.matchLabels,
  ])
    assert.deepEqual(selector, labels)
  assert.ok(ofKind('PodDisruptionBudget').spec.minAvailable < spec.replicas)
  // The pods of the migration are not served.
  assert.notDeepEqual(ofKind('Job').spec.template.metadata.labels, labels)
  for (const each of all)
    if (each.kind !== 'Namespace') assert.equal(each.metadata.namespace, metadata.namespace)
  const server = await testServer()
  await makeOwner(server)
  const [{ readinessProbe, livenessProbe, startupProbe }] = spec.template.spec.containers
  for (const { httpGet } of [readinessProbe, livenessProbe, startupProbe])
    assert.equal((await fetch(server.origin + httpGet.path)).status, 200, httpGet.path)
})

test('a container can write its data, and keeps them: nobody is erased without the list there', async () => {
  const dockerfile = await read('deploy/container/Dockerfile')
  const [, directory] = /MUSTER_DATA_DIRECTORY=(\S+)/.exec(dockerfile) ?? []
  const [, user, group] = /^USER (\d+):(\d+)$/m.exec(dockerfile) ?? []
  assert.ok(dockerfile.includes(`install -d -m 700 -o ${user} -g ${group} ${directory}\n`))

  const { services, volumes } = parse(await read('deploy/compose.yaml'))
  const [name, target, ...mode] = services.muster.volumes[0].split(':')
  assert.deepEqual([name in volumes, target, mode], [true, directory, []])

  // Each pod has a volume of its own: processes on several machines can't append to one file.
  const { spec } = (await manifests()).find(({ kind }) => kind === 'StatefulSet')
  const [{ volumeMounts }] = spec.template.spec.containers
  const mount = volumeMounts.find((each: Manifest) => each.mountPath === directory)
  const claim = spec.volumeClaimTemplates.find(
    (each: Manifest) => each.metadata.name === mount.name,
  )
  assert.equal(mount.readOnly, undefined)
  assert.deepEqual(claim.spec.accessModes, ['ReadWriteOnce'])
  assert.equal(spec.template.spec.securityContext.fsGroup, Number(group))
})

test('the compose file names what it has', async () => {
  const { services, secrets, networks, volumes } = parse(await read('deploy/compose.yaml'))
  for (const service of Object.values<Manifest>(services)) {
    for (const name of service.secrets) assert.ok(name in secrets, name)
    for (const name of service.networks) assert.ok(name in networks, name)
    for (const name of Object.keys(service.depends_on ?? {})) assert.ok(name in services, name)
    for (const volume of service.volumes ?? []) {
      const [from] = volume.split(':')
      if (from.startsWith('.')) await access(join(root, 'deploy', from))
      else assert.ok(from in volumes, from)
    }
    assert.deepEqual(service.security_opt, ['no-new-privileges:true'])
  }
  for (const name of ['migrations', 'muster']) {
    assert.equal(services[name].read_only, true)
    assert.deepEqual(services[name].cap_drop, ['ALL'])
  }
  assert.equal(services.database.image, 'postgres:18')
})

test('the image is built from files that exist, runs as no root, and starts no shell', async () => {
  const lines = (await read('deploy/container/Dockerfile')).replaceAll(/\\\n\s*/g, '').split('\n')
  const of = (word: string) => lines.filter((line) => line.startsWith(`${word} `))
  for (const line of of('COPY').filter((each) => !each.includes('--from=')))
    for (const source of line.split(' ').slice(1, -1)) await access(join(root, source))
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  assert.ok(last.some((line) => /^USER [1-9]\d*:[1-9]\d*$/.test(line)))
  const programs = [...of('ENTRYPOINT'), ...of('CMD'), ...of('HEALTHCHECK')]
  assert.equal(programs.length, 3)
  for (const line of programs) {
    const words: string[] = JSON.parse(/\[.*\]$/.exec(line)?.[0] ?? '')
    for (const word of words.filter((each) => each.endsWith('.ts')))
      await access(join(root, word.replace('/muster/', '')))
  }
  for (const line of of('FROM')) assert.match(line, /^FROM (packages|\w+:[\w.-]+)( AS \w+)?$/)
})

test('the health check of the image ends with 0 once the server is ready', async () => {
  const server = await testServer()
  const check = () =>
    run(process.execPath, [join(root, 'deploy/container/health.ts')], {
      env: { MUSTER_PORT: new URL(server.origin).port },
    })
  await assert.rejects(check(), { code: 1, stdout: /^503 .*no owner/ })
  await makeOwner(server)
  assert.match((await check()).stdout, /^200 /)
})

test('every setting that the files name is described', async () => {
  const described = await read('docs/operations.md')
  const ofCaddy = new Set(['MUSTER_SITE', 'MUSTER_UPSTREAM'])
  for await (const entry of glob('deploy/**/*', { cwd: root, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const text = await readFile(join(entry.parentPath, entry.name), 'utf8')
    for (const [name] of text.matchAll(/\bMUSTER_[A-Z_]+/g))
      assert.ok(ofCaddy.has(name) || described.includes(name), `${entry.name}: ${name}`)
  }
})
