import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { addItems, removeItems } from '../../../src/handover/adopt/edit-list.js';
import { removeDocuments } from '../../../src/handover/adopt/remove-document.js';

const place = { isIt: () => true, path: ['resources'] };
const is = (name: string) => (value: unknown) => value === name;

describe('removeItems', () => {
  it('removes the line of an item, and keeps the comments of other items', () => {
    const text = '# all\nresources:\n  # one\n  - a.yaml # why\n  # two\n  - b.yaml\n\nnamespace: x\n';
    expect(removeItems(text, place, is('a.yaml'))).toBe(
      '# all\nresources:\n  # one\n  # two\n  - b.yaml\n\nnamespace: x\n',
    );
    expect(removeItems(text, place, is('c.yaml'))).toBe(text);
  });

  it('removes the list with its last item', () => {
    expect(removeItems('namespace: x\nresources:\n- a.yaml\nlabels: []\n', place, is('a.yaml'))).toBe(
      'namespace: x\nlabels: []\n',
    );
  });

  it('removes items of several lines, and items of flow lists', () => {
    const text = 'resources:\n  - name: a\n    namespace: x\n  - name: b\n    namespace: x\n';
    const isA = (value: unknown) => (value as { name: string }).name === 'a';
    expect(removeItems(text, place, isA)).toBe('resources:\n  - name: b\n    namespace: x\n');
    expect(removeItems('resources: [a.yaml, b.yaml] # both\n', place, is('a.yaml'))).toBe(
      'resources: [b.yaml] # both\n',
    );
  });
});

describe('addItems', () => {
  it.each([
    'resources:\n  - a.yaml\n',
    'resources:\n- a.yaml\nnamespace: x\n',
    'resources: [a.yaml]\n',
    'resources:\n  - a.yaml',
    'resources:\r\n  - a.yaml\r\n',
  ])('adds an item at the end of %j', (text) => {
    const edited = addItems(text, place, [['b.yaml']])!;
    expect(parse(edited).resources).toEqual(['a.yaml', 'b.yaml']);
    expect(removeItems(edited, place, is('b.yaml'))!.trimEnd()).toBe(text.trimEnd());
  });

  it('adds items to a flow list, before its trailing comma, also with several fields', () => {
    const text = 'resources: [\n  { name: a }, # why\n]\n';
    const edited = addItems(text, place, [['name: b', 'namespace: x']]);
    expect(edited).toBe('resources: [\n  { name: a }, { name: b, namespace: x }, # why\n]\n');
    expect(addItems('resources: [a]\n', place, [['patch: |', '  a: b']])).toBeUndefined();
  });

  it('creates a missing list, and returns undefined if that is not possible', () => {
    const spec = { isIt: () => true, path: ['spec', 'patches'] };
    const edited = addItems('kind: X\nspec:\n  prune: true\n', spec, [['patch: |', '  a: b', 'target:', '  kind: Y']])!;
    expect(parse(edited)).toEqual({
      kind: 'X',
      spec: { prune: true, patches: [{ patch: 'a: b\n', target: { kind: 'Y' } }] },
    });
    expect(addItems('kind: X\nspec:\n  patches:\n    - # first\n      patch: a\n', spec, [['patch: b', 'c: d']])).toBe(
      'kind: X\nspec:\n  patches:\n    - # first\n      patch: a\n    - patch: b\n      c: d\n',
    );
    expect(addItems('kind: X\nspec: { prune: true }\n', spec, [['a']])).toBeUndefined();
    expect(addItems('kind: X\nspec:\n  patches: []\n', spec, [['a']])).toBe('kind: X\nspec:\n  patches: [a]\n');
    expect(addItems('kind: X\nspec:\n  patches: []\n', spec, [['patch: |', '  a: b']])).toBeUndefined();
  });
});

describe('removeDocuments', () => {
  const text = '# head\n---\nkind: A\n---\nkind: B\ndata: |\n  kind: A\n  ---\n---\nkind: C\n';
  it('removes whole documents', () => {
    expect(removeDocuments(text, ({ kind }) => kind === 'A')).toBe(
      '# head\n---\nkind: B\ndata: |\n  kind: A\n  ---\n---\nkind: C\n',
    );
    expect(removeDocuments('kind: A\n---\nkind: B\n', ({ kind }) => kind === 'A')).toBe('---\nkind: B\n');
  });

  it('returns undefined if no document matches, and an empty text if none remains', () => {
    expect(removeDocuments(text, ({ kind }) => kind === 'D')).toBeUndefined();
    expect(removeDocuments('# only\n---\nkind: A\n', () => true)).toBe('');
  });
});
