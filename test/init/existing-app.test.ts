import { expect, it } from 'vitest';
import type { FluxRoot } from '../../src/applied/flux-roots.js';
import { printExistingApp } from '../../src/init/existing-app.js';

const root = (name: string, more: Partial<FluxRoot> = {}): FluxRoot => ({
  name,
  path: `clusters/${name}`,
  file: `clusters/${name}/flux-system/gotk-sync.yaml`,
  source: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' },
  flux: '2.9',
  ...more,
});
const fleet = { kind: 'GitRepository', name: 'fleet', namespace: 'gitops' };

it('names the source of the app with its namespace', () => {
  expect(printExistingApp([root('dev')], 'main')).toContain('new FluxApp();');
  expect(printExistingApp([root('dev', { source: { ...fleet, namespace: 'flux-system' } })], 'main')).toContain(
    "new FluxApp({ source: { kind: 'GitRepository', name: 'fleet' } });",
  );
  expect(printExistingApp([root('dev', { source: fleet })], 'main')).toContain(
    "new FluxApp({ source: { kind: 'GitRepository', name: 'fleet', namespace: 'gitops' } });",
  );
});

it.each([
  ['main', undefined, undefined],
  ['main', 'main', 'develop'],
  ['develop', 'develop', undefined],
  ['develop', 'develop', 'main'],
  ['develop', undefined, 'develop'],
  ['develop', 'develop', 'develop'],
])('follows the branch of Flux: %s', (follows, branch, defaultBranch) => {
  const text = printExistingApp([root('dev', { branch })], defaultBranch);
  expect(/base: '(.*)'/.exec(text)?.[1]).toBe(follows === 'main' ? undefined : `origin/${follows}`);
});

it('says what it does not know', () => {
  const open = 'the path there is "${PATH_OF}": set path to what it comes to';
  const text = printExistingApp([root('dev', { open }), root('prod', { source: fleet })], 'main');
  expect(text).toContain(`// Check this: ${open}.\n/** Flux reads clusters/dev, see`);
  expect(text).toContain(
    "// Check this: its source is { kind: 'GitRepository', name: 'fleet', namespace: 'gitops' }: it needs an app of its own.\n/** Flux reads clusters/prod",
  );
  expect(printExistingApp([root('dev'), root('prod')], 'main')).not.toContain('Check this');
});
