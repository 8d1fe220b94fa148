import assert from 'node:assert/strict'
import { test } from 'node:test'
import { array, assert as assertProperty, constantFrom, oneof, property, string } from 'fast-check'
import { chatTypes } from '../../contract/states.ts'
import { chatBodyOf } from './chat.ts'
import { emailOf } from './email.ts'
import { inertName } from './inert-name.ts'
import type { NoticeMessage } from './message.ts'

const messageAbout = (name: string): NoticeMessage => ({
  title: 'new: 1 source',
  lines: [
    { parts: ['The last run of ', { name }, ' failed.'], path: '/sources/wsitg_1', command: 'x' },
  ],
  origin: 'https://muster.example',
  hasConsole: true,
  reason: 'You asked for it.',
})

const hostile = [
  'https://evil.example/login',
  'www.evil.example',
  'evil。example',
  '@channel @here @ada:acme.example',
  '<!channel> <@U123> <https://evil.example|Open>',
  '[Open](https://evil.example) ![x](y) `code` **bold** ~~x~~',
  '<a href="https://evil.example">x</a><script>',
  'a\r\nBcc: eve@evil.example\r\n\r\nbody',
  'a\u202eb\u200bc\u2066d\u0000e',
  '\u2060@\u2060here',
]
const names = oneof(
  constantFrom(...hostile),
  string({ unit: 'binary', maxLength: 300 }),
  array(constantFrom(...hostile, '@', '<', '>', '](', '\\', '`', '://', '.', ' '), {
    maxLength: 6,
  }).map((parts) => parts.join('')),
)

/** What clients make a link or a mention of. */
const active =
  /[@#][\p{L}\p{N}<!]|:\/\/|www\.\p{L}|\p{L}[.。．｡]\p{L}|[\r\n\0\u202a-\u202e\u2066-\u2069]/u

test('a name is one line that no client makes a link or a mention of', () => {
  assertProperty(
    property(names, (name) => {
      assert.doesNotMatch(inertName(name), active)
      assert.ok(inertName(name).length <= 202)
    }),
  )
})

test('a name adds no element to an e-mail, and no header', () => {
  assertProperty(
    property(names, (name) => {
      const { subject, text, html } = emailOf(messageAbout(name))
      assert.equal(subject, 'Muster: new: 1 source')
      assert.deepEqual(
        html.match(/<[^>]*>/g)?.join(''),
        emailOf(messageAbout('x'))
          .html.match(/<[^>]*>/g)
          ?.join(''),
      )
      assert.equal(text.split('\n').length, emailOf(messageAbout('x')).text.split('\n').length)
    }),
  )
})

/** The texts of a body, with what is a link in it. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

const links = {
  slack: /<[^>]*>/g,
  mattermost: /(?<!\\)\[[^\]]*\]\([^)]*\)|(?<!\\)<[^>]*>/g,
  teams: /https:\/\/\S*/g,
}

for (const type of chatTypes)
  test(`a name adds no link, mention or part to a message of ${type}`, () => {
    const usual = textsOf(chatBodyOf(type, messageAbout('x')))
    const found = (texts: readonly string[]) =>
      texts.flatMap((text) => text.match(links[type]) ?? [])
    assertProperty(
      property(names, (name) => {
        const texts = textsOf(chatBodyOf(type, messageAbout(name)))
        assert.equal(texts.length, usual.length)
        assert.deepEqual(found(texts), found(usual))
      }),
    )
  })
