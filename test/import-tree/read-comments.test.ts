import { describe, expect, it } from 'vitest';
import { pathKey, readComments } from '../../src/import-tree/read-comments.js';

const commentsOf = (yaml: string, document = 0) => {
  const { fields } = readComments(yaml)[document]!;
  return Object.fromEntries([...fields].map(([key, { before, after, end }]) => [key, [before, after, end]]));
};

describe('comments of YAML', () => {
  it('belong to the field that follows, or that they follow on its line', () => {
    expect(
      commentsOf(`# yaml-language-server: $schema=x
# About the object.
kind: A
spec:
  # Above.
  a: 1 # behind
  text: "a # b" # and this
  list:
    # Of the item.
    - name: x # of the name
    - name: y
    # - name: z
  last: 2
  # other: 3
`),
    ).toEqual({
      [pathKey(['kind'])]: [['About the object.'], undefined, []],
      [pathKey(['spec', 'a'])]: [['Above.'], 'behind', []],
      [pathKey(['spec', 'text'])]: [[], 'and this', []],
      [pathKey(['spec', 'list', 0])]: [['Of the item.'], undefined, []],
      [pathKey(['spec', 'list', 0, 'name'])]: [[], 'of the name', []],
      [pathKey(['spec', 'list'])]: [[], undefined, ['- name: z']],
      [pathKey(['spec'])]: [[], undefined, ['other: 3']],
    });
  });

  it('are not in texts, and belong to their document', () => {
    const yaml = `kind: A
script: |
  # no comment
  echo
quoted: "a
  # nor this"
---
# Of the second.
kind: B
`;
    expect(commentsOf(yaml)).toEqual({});
    expect(commentsOf(yaml, 1)).toEqual({ [pathKey(['kind'])]: [['Of the second.'], undefined, []] });
    expect(readComments('a: [ # not closed')).toEqual([]);
  });
});
