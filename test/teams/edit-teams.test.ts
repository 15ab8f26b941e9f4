import { describe, expect, it } from 'vitest';
import { editTeams, type TeamEdit } from '../../src/teams/edit-teams.js';

const add: TeamEdit = { how: 'add', list: 'teams', name: 'pay', value: { groups: 'payers' } };
const offboard: TeamEdit = { how: 'offboard', name: 'claims', value: { reason: 'moved' } };
const drop: readonly TeamEdit[] = [
  { how: 'drop', name: 'claims' },
  { how: 'add', list: 'removed', name: 'claims', value: 'moved' },
];

/** What an edit adds to a text and takes out of it, as lines of a diff. */
const changed = (text: string, ...edits: readonly TeamEdit[]): readonly string[] | undefined => {
  const edited = editTeams(text, edits);
  if (edited === undefined) return undefined;
  const [before, after] = [text.split('\n'), edited.split('\n')];
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [
    ...before.slice(start, before.length - end).map((line) => `-${line}`),
    ...after.slice(start, after.length - end).map((line) => `+${line}`),
  ];
};

const FILE = `# Who is on the platform.
environments: [dev] # one

teams:
  # Since 2024.
  claims: # the first
    groups: a   # all
    # between
    path: ./x

  other:
    description: |
      text

      # no comment
    # of other
# The end.
`;

describe('editTeams', () => {
  it('adds a team below the last one, and before the comments at the end', () => {
    expect(changed(FILE, add)).toEqual(['+  pay:', '+    groups: payers']);
    expect(editTeams(FILE, [add])).toContain('    # of other\n  pay:\n    groups: payers\n# The end.\n');
  });

  it('writes the first step of a removal below the name of the team', () => {
    expect(changed(FILE, offboard)).toEqual(['+    offboard:', '+      reason: moved']);
    expect(editTeams(FILE, [offboard])).toContain('  claims: # the first\n    offboard:\n');
  });

  it('takes a team out with its lines, and keeps the comment above them', () => {
    expect(editTeams(FILE, drop)).toBe(
      `${FILE.replace(/ {2}claims:[\s\S]*?path: .\/x\n/, '')}removed:\n  claims: moved\n`,
    );
  });

  it.each<readonly [string, string, readonly TeamEdit[], string | undefined]>([
    [
      'Windows line endings',
      'teams:\r\n  claims:\r\n    path: x\r\n# end\r\n',
      [add],
      'teams:\r\n  claims:\r\n    path: x\r\n  pay:\r\n    groups: payers\r\n# end\r\n',
    ],
    [
      'no newline at the end',
      'teams:\n  claims:\n    path: x',
      [add],
      'teams:\n  claims:\n    path: x\n  pay:\n    groups: payers',
    ],
    [
      'no teams yet',
      'environments: [dev]\nteams:\n',
      [add],
      'environments: [dev]\nteams:\n  pay:\n    groups: payers\n',
    ],
    ['no list of teams', 'environments: [dev]', [add], 'environments: [dev]\nteams:\n  pay:\n    groups: payers'],
    ['an empty map', 'teams: {} # none\nx: 1\n', [add], 'teams: { pay: { "groups": "payers" } } # none\nx: 1\n'],
    ['null', 'teams: ~ # none\nx: 1\n', [add], 'teams: # none\n  pay:\n    groups: payers\nx: 1\n'],
    [
      'a map in braces',
      'teams: { claims: { path: x } }\n',
      [add],
      'teams: { claims: { path: x }, pay: { "groups": "payers" } }\n',
    ],
    [
      'a map in braces, with a name that is a boolean to YAML',
      'teams: { claims: { path: x } }\n',
      [{ ...add, name: 'no' }],
      'teams: { claims: { path: x }, "no": { "groups": "payers" } }\n',
    ],
    [
      'braces on several lines',
      'teams: {\n  claims: {},\n}\n',
      [add],
      'teams: {\n  claims: {}, pay: { "groups": "payers" },\n}\n',
    ],
    [
      'JSON',
      '{"teams": {"claims": {"path": "x"}}}\n',
      [add],
      '{"teams": {"claims": {"path": "x"}, "pay": { "groups": "payers" }}}\n',
    ],
    [
      'another indentation',
      'teams:\n      claims:\n            path: x\n',
      [add],
      'teams:\n      claims:\n            path: x\n      pay:\n        groups: payers\n',
    ],
    [
      'a byte order mark',
      '\ufeffteams:\n  claims:\n    path: x\n',
      [add],
      '\ufeffteams:\n  claims:\n    path: x\n  pay:\n    groups: payers\n',
    ],
    [
      'the start of a document',
      '---\nteams:\n  claims:\n',
      [add],
      '---\nteams:\n  claims:\n  pay:\n    groups: payers\n',
    ],
    [
      'a team without settings',
      'teams:\n  claims:\n  b:\n',
      [offboard],
      'teams:\n  claims:\n    offboard:\n      reason: moved\n  b:\n',
    ],
    [
      'a team in braces',
      'teams:\n  claims: { path: x } # c\n',
      [offboard],
      'teams:\n  claims: { path: x, offboard: { "reason": "moved" } } # c\n',
    ],
    ['a team with an anchor', 'teams:\n  claims: &c\n    path: x\n  b: *c\n', [offboard], undefined],
    [
      'a team with an anchor for a part',
      'teams:\n  claims:\n    quota: &q { cpu: 1 }\n  b:\n    quota: *q\n',
      [offboard],
      'teams:\n  claims:\n    offboard:\n      reason: moved\n    quota: &q { cpu: 1 }\n  b:\n    quota: *q\n',
    ],
    [
      'an anchor that others use',
      'teams:\n  claims:\n    quota: &q { cpu: 1 }\n  b:\n    quota: *q\n',
      drop,
      undefined,
    ],
    ['an alias', 'x: &c { path: x }\nteams:\n  claims: *c\n', [offboard], undefined],
    [
      'a merged map',
      'x: &c { path: x }\nteams:\n  claims:\n    <<: *c\n',
      [offboard],
      'x: &c { path: x }\nteams:\n  claims:\n    offboard:\n      reason: moved\n    <<: *c\n',
    ],
    ['the last team', 'teams:\n  claims:\n    path: x\n', drop, 'teams:\nremoved:\n  claims: moved\n'],
    [
      'a removed team beside others',
      'removed:\n  old: gone\nteams:\n  claims:\n  b:\n',
      drop,
      'removed:\n  old: gone\n  claims: moved\nteams:\n  b:\n',
    ],
    [
      'the first one in braces',
      'teams: { claims: {}, b: {} }\n',
      drop,
      'teams: { b: {} }\nremoved:\n  claims: moved\n',
    ],
    ['the last one in braces', 'teams: { b: {}, claims: {} }\n', drop, 'teams: { b: {} }\nremoved:\n  claims: moved\n'],
    ['the end of a document', 'environments: [dev]\n...\n', [add], undefined],
    ['a second document', 'teams:\n  claims:\n---\nx: 1\n', [add], undefined],
    ['a tab', 'teams:\n\tclaims:\n', [add], undefined],
    ['a list', '- a\n', [add], undefined],
    ['a list of teams', 'teams: [claims]\n', [add], undefined],
    ['a key with a question mark', 'teams:\n  ? claims\n  : path: x\n', [offboard], undefined],
  ])('keeps every other byte of a file with %s', (_, text, edits, expected) => {
    expect(editTeams(text, edits)).toBe(expected);
  });
});
