import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { editYaml, isObjectOf } from '../../../src/handover/adopt/edit-yaml.js';

const key = ['Kustomization', 'kustomize.toolkit.fluxcd.io', 'flux-system', 'x'].join('\0');
const isIt = isObjectOf(key, '');
const head =
  'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata:\n  name: x\n  namespace: flux-system\n';

it('editYaml replaces a value, adds lines, and keeps every other byte', () => {
  const text = `# ours\n---\n${head}spec: # the rest\n  path: ./a # here\n  prune: true  # always\n\n  list:\n  - a\n---\nkind: Other\n`;
  expect(editYaml(text, 'owner-goes', isIt)).toBe(
    `# ours\n---\n${head}spec: # the rest\n  deletionPolicy: Orphan # handover, step 1 of 2\n  path: ./a # here\n  prune: false  # always\n\n  list:\n  - a\n---\nkind: Other\n`,
  );
});

it('editYaml changes nothing the second time', () => {
  const text = `${head}spec:\n  prune: true\n`;
  for (const how of ['owner-goes', 'owner-stays', 'object'] as const) {
    const once = editYaml(text, how, isIt)!;
    expect(once).not.toBe(text);
    expect(editYaml(once, how, isIt)).toBe(once);
  }
});

it('editYaml adds to an existing commonMetadata', () => {
  const text = `${head}spec:\n    commonMetadata:\n        labels:\n            a: b\n    prune: true\n`;
  expect(parse(editYaml(text, 'owner-stays', isIt)!).spec).toEqual({
    commonMetadata: { labels: { a: 'b' }, annotations: { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' } },
    prune: true,
  });
});

it.each([
  ['a flow map', `${head}spec: { prune: true, path: ./a }\n`],
  [
    'a key without value',
    `${head.replace('metadata:', 'metadata:\n  annotations:')}spec:\n  commonMetadata:\n  prune:\n`,
  ],
  ['JSON', JSON.stringify({ ...parse(head), spec: { prune: true } })],
  ['CRLF', `${head}spec:\n  prune: true\n`.replaceAll('\n', '\r\n')],
])('editYaml sets the fields in %s', (_, text) => {
  for (const how of ['owner-goes', 'owner-stays', 'object'] as const) {
    const edited = parseAllDocuments(editYaml(text, how, isIt)!);
    expect(edited.flatMap((document) => document.errors)).toEqual([]);
    const json = edited[0]!.toJS();
    if (how === 'owner-goes') expect(json.spec).toMatchObject({ prune: false, deletionPolicy: 'Orphan' });
    const mark = { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' };
    if (how === 'owner-stays') expect(json.spec.commonMetadata.annotations).toEqual(mark);
    if (how === 'object') expect(json.metadata).toMatchObject({ name: 'x', annotations: mark });
  }
});

it.each([
  ['spec: {prune: true, path: ./a}', 'spec: {deletionPolicy: Orphan, prune: false, path: ./a} # handover, step 1 of 2'],
  ['spec: { prune: true }  # ours', 'spec: { deletionPolicy: Orphan, prune: false }  # ours'],
  [
    'spec: {\n  prune: true,\n  path: ./a\n  }',
    'spec: { deletionPolicy: Orphan,\n  prune: false,\n  path: ./a\n  } # handover, step 1 of 2',
  ],
])('editYaml keeps the braces of %j', (spec, edited) => {
  const text = `# a\n\n${head}${spec}\n---\nkind:   Other # spaced\n`;
  expect(editYaml(text, 'owner-goes', isIt)).toBe(text.replace(spec, edited));
});

it('editYaml adds missing fields inside of braces, and only JSON to JSON', () => {
  const inner = `${head}spec: { commonMetadata: {}, prune: true }\n`;
  expect(editYaml(inner, 'owner-stays', isIt)).toContain(
    'spec: { commonMetadata: {annotations: { kustomize.toolkit.fluxcd.io/prune: disabled }}, prune: true }\n',
  );
  const json = { ...parse(head), spec: { prune: true } };
  for (const how of ['owner-goes', 'owner-stays', 'object'] as const) {
    expect(JSON.parse(editYaml(JSON.stringify(json), how, isIt)!)).toMatchObject({ kind: 'Kustomization' });
  }
});

it('editYaml finds the object by its name if kustomize sets the namespace', () => {
  const text = `${head.replace('  namespace: flux-system\n', '')}spec:\n  prune: true\n`;
  expect(editYaml(text, 'owner-goes', isIt)).toContain('prune: false');
  expect(editYaml(text.replace('name: x', 'name: y'), 'owner-goes', isIt)).toBeUndefined();
  expect(editYaml(`${head.replace('flux-system', 'other')}spec:\n  prune: true\n`, 'owner-goes', isIt)).toBeUndefined();
});

it('finds the object of a file whose namespace a kustomization file replaces, if it is the only one of its name', () => {
  const other = head.replace('flux-system', 'other');
  const edit = (text: string) => editYaml(text, 'owner-goes', isObjectOf(key, text));
  const spec = 'spec:\n  prune: true\n';
  expect(edit(`${other}${spec}`)).toContain('prune: false');
  expect(edit(`${other}${spec}---\n${other.replace('other', 'third')}${spec}`)).toBeUndefined();
  const both = `${other}${spec}---\n${head}${spec}`;
  expect(edit(both)).toMatch(
    /^[\s\S]*namespace: other\nspec:\n {2}prune: true\n[\s\S]*namespace: flux-system\nspec:\n {2}deletionPolicy: Orphan[^\n]*\n {2}prune: false/,
  );
  const foreign = other.replace('name: x', 'name: y');
  expect(edit(`${foreign}${spec}`)).toBeUndefined();
});
