import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { FluxApp, HelmRelease, helmChart } from 'fluxspan';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseObjects } from '../../src/applied/parse-objects.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { synthApp } from '../../src/synth/synth-app.js';
import { Repository } from '../changes/repository.js';
import { root } from '../support/root.js';
import { addon, clusterOf } from '../support/synthesize.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const [secret] = parseObjects(readFileSync(join(root, 'test/fixtures/sops/db.enc.yaml'), 'utf8'));
const encrypted = (scope: Construct) => new ApiObject(scope, 'db', secret as never);
const released = (scope: Construct) =>
  new HelmRelease(scope, 'app', {
    chart: helmChart({ url: 'https://charts.example.org', chart: 'app', version: '1.0.0' }),
  } as never);

const synth = async (build: (scope: Construct) => unknown) => {
  const app = new FluxApp();
  clusterOf({ first: [addon('web', { build: build as never })] }, { app });
  const { diagnostics } = await synthApp(app, { project: repository.folder, base: {} });
  return diagnostics
    .filter(({ severity }) => severity !== 'notice')
    .map(printDiagnostic)
    .join('');
};

/** The root's list of files, with a patch for every Kustomization. */
const patchAll = (operations: string) =>
  repository.write(
    'k8s/clusters/dev/kustomization.yaml',
    `resources: [web.yaml]
patches:
- target: { kind: Kustomization, group: kustomize.toolkit.fluxcd.io }
  patch: |
${operations.replace(/^/gm, '    ')}
`,
  );

describe.runIf(hasKubectl || process.env['CI'] === 'true')('what the root patches into a Kustomization', () => {
  it('gives it what its objects need', async () => {
    const found = await synth(encrypted);
    expect(found).toContain('FX646');
    patchAll('- op: add\n  path: /spec/decryption\n  value: { provider: sops, secretRef: { name: sops-age } }');
    expect(await synth(encrypted)).toBe('');
  });

  it('is checked with what it patches in turn', async () => {
    const defaults = (path: string) => `- op: add
  path: /spec/patches
  value:
  - target: { kind: HelmRelease }
    patch: '- { op: replace, path: ${path}, value: 5m }'`;
    patchAll(defaults('/spec/interval'));
    expect(await synth(released)).toBe('');
    patchAll(defaults('/spec/upgrade/remediation/retries'));
    const failing = await synth(released);
    expect(failing).toContain('error FX643');
    expect(failing).toContain("the patch can't be applied to HelmRelease/web");
    expect(failing).toContain("note Kustomization/web is as Flux's root applies it, with the root's own patches");
  });
});
