import { afterEach, beforeEach, expect, it } from 'vitest';
import { printDifferences } from '../../src/cli/print-differences.js';
import { compareTree } from '../../src/tree/compare-tree.js';
import { planApp } from '../../src/tree/plan-app.js';
import { Repository } from '../changes/repository.js';
import { configMap, plainApp, publish } from '../diff/diff-of.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

type App = ReturnType<typeof plainApp>;

/** What `synth --check` prints of a change. */
const printed = (before: App, after: App): string => {
  publish(repository, before);
  const plan = planApp(after);
  const changes = compareTree(`${repository.folder}/${after.root}`, plan.files, plan.scope, {
    force: false,
    tree: plan.layout,
  });
  const parts: string[] = [];
  const stdout = { write: (part: string) => parts.push(part) };
  printDifferences(repository.folder, { plan, changes, files: plan.files }, { stdout } as never);
  return parts.join('');
};

const secret = (a: string) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'login', namespace: 'default' },
  stringData: { a },
});
const vars = (data: object) => ({ ...configMap(data), metadata: { name: 'vars', namespace: 'flux-system' } });
const app = (value: string, a = '${X}', source: 'inline' | 'ConfigMap' = 'inline') =>
  plainApp({
    dev: {
      vars: { objects: [vars({ X: source === 'inline' ? 'none' : value, HOST: value === 'hunter2' ? 'a' : 'b' })] },
      web: {
        objects: [secret(a)],
        kustomization: {
          postBuild:
            source === 'inline'
              ? { substitute: { X: value, HOST: value === 'hunter2' ? 'a' : 'b' } }
              : { substituteFrom: [{ kind: 'ConfigMap', name: 'vars' }] },
        },
      },
    },
  });

it('shows no value of a var that a Secret gets, since CI puts the differences into a comment', () => {
  const text = printed(app('hunter2'), app('hunter3'));
  expect(text).toMatch(/^- {6}HOST: a\n- {6}X: \(secret\)\n\+ {6}HOST: b\n\+ {6}X: \(secret\)$/m);
  expect(text).not.toMatch(/hunter/);
});

it('shows none of a ConfigMap of vars, either', () => {
  const text = printed(app('hunter2', '${X}', 'ConfigMap'), app('hunter3', '${X}', 'ConfigMap'));
  expect(text).toMatch(/^- {2}HOST: a\n- {2}X: \(secret\)\n\+ {2}HOST: b\n\+ {2}X: \(secret\)$/m);
  expect(text).not.toMatch(/hunter/);
});

it('shows none of a var that a Secret has no more', () => {
  const text = printed(app('hunter2'), app('hunter3', 'b'));
  expect(text).toMatch(/^\+ {6}X: \(secret\)$/m);
  expect(text).not.toMatch(/hunter/);
});

it('shows none of a Kustomization whose folder is not of the tree, since a Secret may get it there', () => {
  const nested = (value: string) =>
    plainApp({
      dev: {
        vars: { objects: [vars({ Y: value, HOST: 'a' })] },
        web: {
          objects: [
            {
              apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
              kind: 'Kustomization',
              metadata: { name: 'others', namespace: 'flux-system' },
              spec: {
                interval: '10m',
                path: './others',
                prune: true,
                sourceRef: { kind: 'GitRepository', name: 'flux-system' },
                postBuild: { substitute: { X: value }, substituteFrom: [{ kind: 'ConfigMap', name: 'vars' }] },
              },
            },
          ],
        },
      },
    });
  const text = printed(nested('hunter2'), nested('hunter3'));
  expect(text).toMatch(/^\+ {6}X: \(secret\)$/m);
  expect(text).toMatch(/^\+ {2}"Y": \(secret\)$/m);
  expect(text).not.toMatch(/hunter/);
});
