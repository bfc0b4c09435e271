import { describe, expect, it } from 'vitest'
import {
  type Answer,
  changesOf,
  faultsOf,
  matrixOf,
  outcomeOf,
  type Person,
  type Target,
} from '#fairlead/cli/access/judge.ts'

const PEOPLE: Person[] = [
  { name: 'nobody', isSignedIn: false, permissions: [] },
  { name: 'ada', isSignedIn: true, permissions: [] },
  { name: 'ben', isSignedIn: true, permissions: [] },
  { name: 'editor', isSignedIn: true, permissions: ['edit'] },
]

const answer = (status = 200, rest: Partial<Answer> = {}): Answer => ({ status, isEmpty: false, ...rest })
const [yes, no] = [answer(), answer(401)]

const target = (rest: Partial<Target> = {}): Target => ({
  name: 'read',
  file: 'a.ts',
  method: 'GET',
  isPublic: false,
  callers: [],
  takesOwn: false,
  ...rest,
})

const page = (...permissions: string[]) => ({ file: `page-${permissions.join('-')}.tsx`, permissions })

describe('an answer is', () => {
  it.each<[what: string, method: string, answer: Answer, expected: object]>([
    ['one with data', 'GET', yes, { type: 'answered' }],
    ['none without data', 'GET', answer(200, { isEmpty: true }), { type: 'nothing' }],
    ['one of a write without data', 'POST', answer(200, { isEmpty: true }), { type: 'answered' }],
    ['none of a refusal', 'POST', no, { type: 'refused', by: '401' }],
    ['none of a read that redirects', 'GET', answer(307, { location: '/a' }), { type: 'refused', by: 'to /a' }],
    ['one of a write that redirects', 'POST', answer(303, { location: '/a' }), { type: 'answered' }],
    [
      'none of a write that leads to the sign-in',
      'POST',
      answer(303, { location: '/de/in' }),
      { type: 'refused', by: 'to /de/in' },
    ],
  ])('%s', (_, method, given, expected) => expect(outcomeOf(method, given, ['/in'])).toEqual(expected))
})

describe('a fault is', () => {
  it.each<
    [
      what: string,
      target: Target,
      answers: [nobody: Answer, ada: Answer, ben: Answer, editor: Answer],
      faults: string[],
    ]
  >([
    ['none without callers', target(), [yes, yes, yes, yes], []],
    ['none of a guarded function', target({ callers: [page()] }), [no, yes, yes, yes], []],
    [
      'an answer for nobody',
      target({ callers: [page()] }),
      [yes, yes, yes, yes],
      ['a.ts GET read answers nobody, but its page page-.tsx asks for a session'],
    ],
    ['none that is meant', target({ callers: [page()], isPublic: true }), [yes, yes, yes, yes], []],
    ['none of a permission', target({ callers: [page('edit')] }), [no, no, no, yes], []],
    [
      'an answer for who lacks the permission',
      target({ callers: [page('edit')] }),
      [no, yes, no, yes],
      ['a.ts GET read answers ada, but its page page-edit.tsx asks for the permission edit'],
    ],
    ['none if another page lets them in', target({ callers: [page('edit'), page()] }), [no, yes, yes, yes], []],
    [
      'an answer about a row of the owner',
      target({ takesOwn: true }),
      [no, yes, yes, yes],
      [`a.ts GET read answers ben about what is ada's`],
    ],
    [
      'a row of the owner in a list',
      target(),
      [no, answer(200, { shows: 'mooring' }), answer(200, { shows: 'mooring' }), answer(200, { shows: 'mooring' })],
      [`a.ts GET read shows ben what is ada's: "mooring"`],
    ],
    ['none where a refusal repeats the input', target(), [no, yes, answer(404, { shows: 'mooring' }), yes], []],
    [
      'a change of a row of the owner, whatever the response says',
      target({ method: 'POST' }),
      [
        answer(401, { changes: 'entries' }),
        answer(200, { changes: 'entries' }),
        no,
        answer(200, { changes: 'entries' }),
      ],
      [`a.ts POST read lets nobody change a row of ada's in the table entries`],
    ],
    [
      'what refuses everybody',
      target(),
      [no, answer(422), answer(422), answer(422)],
      ['a.ts GET read refuses everybody (401, 422): it needs an input or a person in tests/access.ts'],
    ],
    ['none of an empty list', target(), [no, no, no, answer(200, { isEmpty: true })], []],
  ])('%s', (_, given, answers, faults) =>
    expect(faultsOf([{ target: given, answers }], PEOPLE, ['/in'])).toEqual(faults),
  )
})

describe('a matrix', () => {
  const rows = [
    { target: target({ name: 'write', method: 'POST', isPublic: true }), answers: [yes, yes, yes, yes] },
    { target: target(), answers: [no, yes, answer(200, { isEmpty: true }), answer(307, { location: '/in' })] },
  ]
  const matrix = matrixOf(rows, PEOPLE, ['/in'])

  it('has a line for each function, in the order of their places', () => {
    expect(matrix).toBe(
      'a.ts GET read: nobody 401, ada answered, ben nothing, editor to /in\n' +
        'a.ts POST write (public): nobody answered, ada answered, ben answered, editor answered\n',
    )
  })

  it('shows the lines that have changed', () => {
    expect(changesOf(matrix, matrix)).toEqual([])
    expect(changesOf('a: nobody 401\nb: nobody 401\n', 'a: nobody answered\nb: nobody 401\n')).toEqual([
      '- a: nobody 401',
      '+ a: nobody answered',
    ])
  })
})
