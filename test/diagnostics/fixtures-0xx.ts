import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ApiObject } from 'cdk8s';
import { FluxApp } from 'fluxspan';
import { outputFault } from '../../src/cli/cdk8s-output.js';
import { findProject } from '../../src/cli/project.js';
import { sortDiagnostics } from '../../src/diagnostics/index.js';
import { openChecksumLists } from '../../src/tree/checksum-lists.js';
import { compareTree } from '../../src/tree/compare-tree.js';
import { withHeader } from '../../src/tree/header.js';
import { planApp } from '../../src/tree/plan-app.js';
import { treeDiagnostics } from '../../src/tree/tree-diagnostics.js';
import { addon, clusterOf, diagnosticsOfAddon } from '../support/synthesize.js';
import type { Fixture } from './fixture.js';

/** What is said of a tree that has these files beside those that synth would write. */
const treeWith = (change: (files: Map<string, string>) => void): ReturnType<Fixture> => {
  const root = mkdtempSync(join(tmpdir(), 'tree-'));
  try {
    const app = new FluxApp();
    clusterOf({ first: [addon('web')] }, { app });
    const plan = planApp(app);
    const { planned } = openChecksumLists(plan.files, plan.layout, () => undefined);
    const files = new Map([...plan.files, ...planned]);
    change(files);
    for (const [path, text] of files) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return treeDiagnostics(plan.layout, compareTree(root, plan.files, plan.scope, { force: false, tree: plan.layout }));
  } finally {
    rmSync(root, { recursive: true });
  }
};

export const fixtures0xx: Readonly<Record<string, Fixture>> = {
  FX001: () => {
    const folder = mkdtempSync(join(tmpdir(), 'project-'));
    try {
      writeFileSync(join(folder, 'cdk8s.yaml'), 'language: typescript\n');
      const found = findProject(folder);
      return found.ok ? [] : [found.problem];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  FX020: () => {
    const folder = mkdtempSync(join(tmpdir(), 'project-'));
    try {
      writeFileSync(join(folder, 'cdk8s.yaml'), 'output: k8s\nfluxspan:\n  app: src/app.ts\n');
      const fault = outputFault(new FluxApp(), { folder, app: join(folder, 'src/app.ts') });
      return fault === undefined ? [] : [fault];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  FX002: () => {
    const app = new FluxApp();
    clusterOf({ first: [addon('web')] }, { app });
    return sortDiagnostics(planApp(app, ['prdo', 'dev']).diagnostics);
  },
  FX003: () => treeWith((files) => files.set('clusters/dev/web.yaml', 'kind: ConfigMap\n')),
  FX004: () =>
    treeWith((files) => files.set('clusters/dev/web.yaml', `${files.get('clusters/dev/web.yaml')}# by hand\n`)),
  FX006: () =>
    treeWith((files) => {
      const header = { cluster: 'prod', addon: 'web' };
      files.set('clusters/prod/web.yaml', withHeader('k8s/clusters/prod/web.yaml', '', header));
    }),
  FX009: () => {
    const app = new FluxApp();
    for (const name of ['dev', 'prod']) {
      clusterOf({ first: [addon('web')] }, { app, name, options: { path: 'kubernetes/flux' } });
    }
    return sortDiagnostics(planApp(app).diagnostics);
  },
  FX010: () => {
    const nested = Array.from({ length: 600 }).reduce<unknown>((inner) => [inner], 1);
    return diagnosticsOfAddon({
      build: (scope) => {
        new ApiObject(scope, 'a', {
          apiVersion: 'example.org/v1',
          kind: 'Thing',
          metadata: { name: 'a' },
          spec: nested,
        });
      },
    });
  },
};
