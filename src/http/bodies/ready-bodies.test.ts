import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { encodeId } from '../../contract/ids.ts'
import { Ready } from './ready.ts'
import { ReadyBodies, ReadyBody } from './ready-bodies.ts'

const body = (bytes = 10) => new ReadyBody(' '.repeat(bytes), '"1.0"', { version: 1, epoch: 1 })

/** A cache with room for three bodies that holds `a`, `b` and `c`, the oldest first. */
function full(): ReadyBodies {
  const bodies = new ReadyBodies(30)
  for (const subject of ['a', 'b', 'c']) bodies.put(subject, '0', body(), bodies.generation)
  return bodies
}

function kept(bodies: ReadyBodies, subjects: readonly string[]): string[] {
  return subjects.filter((subject) => bodies.get(subject, '0') !== undefined)
}

suite('ready bodies', () => {
  test('without room the oldest goes', () => {
    const bodies = full()
    bodies.put('d', '0', body(), bodies.generation)
    assert.deepEqual(kept(bodies, ['a', 'b', 'c', 'd']), ['b', 'c', 'd'])
  })

  test('one that was asked for stays, and the next oldest goes', () => {
    const bodies = full()
    bodies.get('a', '0')
    bodies.put('d', '0', body(), bodies.generation)
    assert.deepEqual(kept(bodies, ['a', 'b', 'c', 'd']), ['a', 'c', 'd'])
  })

  test('where all were asked for, room is made all the same', () => {
    const bodies = full()
    assert.deepEqual(kept(bodies, ['a', 'b', 'c']), ['a', 'b', 'c'])
    bodies.put('d', '0', body(), bodies.generation)
    assert.equal(kept(bodies, ['a', 'b', 'c', 'd']).length, 3)
  })

  test('a body that is larger than the cache is not kept, nor is any where there is no cache', () => {
    const bodies = full()
    bodies.put('d', '0', body(31), bodies.generation)
    assert.deepEqual(kept(bodies, ['d']), [])
    const none = new ReadyBodies(0)
    none.put('a', '0', body(), none.generation)
    assert.deepEqual(kept(none, ['a']), [])
  })

  test('a body goes over the wire as its UTF-8, a character a byte', () => {
    const text = '{"name":"Zoë Ω 😀"}'
    const { wire } = new Ready(text, '"1.0"')
    assert.equal(wire.length, Buffer.byteLength(text))
    assert.deepEqual(Buffer.from(wire, 'latin1'), Buffer.from(text))
  })

  test('every representation of a person goes together, and its bytes are free again', () => {
    const bodies = new ReadyBodies(30)
    for (const form of ['0', '1', '2']) bodies.put('a', form, body(), bodies.generation)
    bodies.put('b', '0', body(), bodies.generation)
    assert.equal(bodies.get('a', '2'), undefined)
    for (const subject of ['c', 'd']) bodies.put(subject, '0', body(), bodies.generation)
    assert.deepEqual(kept(bodies, ['b', 'c', 'd']), ['b', 'c', 'd'])
  })

  test('compressed forms are made once, count as its bytes, and go with it', async () => {
    const bodies = new ReadyBodies(6000)
    const large = () => body(2000)
    for (const subject of ['a', 'b']) bodies.put(subject, '0', large(), bodies.generation)
    const [first, second] = ['a', 'b'].map((subject) => bodies.get(subject, '0'))
    assert.ok(first && second)
    const made = [first.compressed('gzip'), first.compressed('gzip')]
    assert.equal(made[0], made[1])
    const wire = await first.compressed('gzip')
    assert.equal(first.compressed('gzip'), wire)
    assert.equal(gunzipSync(Buffer.from(wire, 'latin1')).toString(), ' '.repeat(2000))
    assert.equal(first.bytes, 2000 + wire.length)
    bodies.put('c', '0', body(1990), bodies.generation)
    assert.deepEqual(kept(bodies, ['a', 'b', 'c']).length, 2, 'there is no room for three')
    bodies.clear()
    await second.compressed('gzip')
    for (const subject of ['a', 'b', 'c']) bodies.put(subject, '0', large(), bodies.generation)
    assert.deepEqual(kept(bodies, ['a', 'b', 'c']), ['a', 'b', 'c'], 'what was cleared takes none')
    await bodies.get('c', '0')?.compressed('br')
    assert.equal(kept(bodies, ['a', 'b', 'c']).length, 2, 'a form that is made later makes room')
  })

  test('what a commit touches goes at once and is not put in until the commit is over', () => {
    const bodies = full()
    const uuid = '018f3c5e-7b1a-7c3d-9e4f-5a6b7c8d9e0f'
    const touched = encodeId('directoryUser', uuid)
    const put = (generation: number) => bodies.put(touched, '0', body(), generation)
    put(bodies.generation)
    const { generation } = bodies
    const effects = { touched: [uuid], access: false }
    bodies.hold(effects)
    put(bodies.generation)
    assert.deepEqual(kept(bodies, [touched, 'b', 'c']), ['b', 'c'])
    const during = bodies.generation
    bodies.release(effects)
    put(during)
    assert.deepEqual(kept(bodies, [touched]), [], 'it was read while the commit was under way')
    put(generation)
    assert.deepEqual(kept(bodies, [touched]), [], 'it was read before the commit')
    put(bodies.generation)
    assert.deepEqual(kept(bodies, [touched]), [touched])
  })
})
