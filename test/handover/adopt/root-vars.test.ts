import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countChanges, printChanges } from '../../../src/changes/print/print-changes.js';
import { findCauses } from '../../../src/diagnostics/causes.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import type { HandoverOutcome } from '../../../src/handover/steps/handover-outcome.js';
import { Repository } from '../../changes/repository.js';
import { type SampleObject, sampleApp } from '../../changes/sample-app.js';
import { adopt, type Synthesized, synth } from '../../changes/synth.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
if (!hasKubectl) console.warn('adoption builds what is there with kubectl, which is not installed: skipped');

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const from = 'clusters/lab/00';
const config = (name: string): SampleObject => ({ kind: 'ConfigMap', name, namespace: 'web' });
const lab = (objects: readonly SampleObject[]) => sampleApp({ lab: { path: from, addons: { web: { objects } } } });
const textOf = ({ diagnostics }: Pick<HandoverOutcome | Synthesized, 'diagnostics'>) =>
  diagnostics.map(printDiagnostic).join('');
const linesOf = ({ clusters }: HandoverOutcome) => clusters.flatMap(({ changes }) => printChanges(changes));

const kustomization = (name: string, path: string, more = '') =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: ${name}
  namespace: flux-system
spec:
  interval: 10m
  path: ${path}
  prune: true
  sourceRef:
    kind: GitRepository
    name: flux-system
${more}`;
const configMap = (name: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: web\ndata:\n  text: ''\n`;
const substitute = (vars: string, more = '') =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: flux-system, namespace: flux-system }
spec:
${more}  postBuild:
    substitute: { ${vars} }
`;

/**
 * One base for all clusters, with the root itself in it: what each cluster is called is a var, which a patch gives to the
 * root, and by which the root finds its own folder and those of its children.
 */
const shared = (root: string, defaults = '') => {
  for (const cluster of ['lab', 'prod']) {
    repository.write(
      `clusters/${cluster}/00/kustomization.yaml`,
      `resources:\n  - ../../base\npatches:\n  - path: ../../../apps/flux-system/${cluster}.yaml\n`,
    );
    repository.write(`apps/flux-system/${cluster}.yaml`, root.replaceAll('NAME', cluster));
    repository.write(`apps/shop/${cluster}/00/kustomization.yaml`, 'resources:\n  - page.yaml\n  - ../../base\n');
    repository.write(`apps/shop/${cluster}/00/page.yaml`, configMap('page'));
  }
  repository.write(
    'clusters/base/kustomization.yaml',
    `resources:\n  - ../../apps/flux-system/root.yaml\n  - ../../apps/shop/ks.yaml\n${defaults}`,
  );
  repository.write('apps/flux-system/root.yaml', kustomization('flux-system', './clusters/${ENVIRONMENT}/${CLUSTER}'));
  repository.write('apps/shop/ks.yaml', kustomization('shop', './apps/shop/${ENVIRONMENT}/${CLUSTER}'));
  repository.write('apps/shop/base/kustomization.yaml', 'resources:\n  - rules.yaml\n');
  repository.write('apps/shop/base/rules.yaml', configMap('rules'));
  repository.publish('by hand');
};
const DEFAULTS = `patches:
  - target: { kind: Kustomization }
    patch: |
      apiVersion: kustomize.toolkit.fluxcd.io/v1
      kind: Kustomization
      metadata: { name: all }
      spec:
        postBuild:
          substitute:
            ENVIRONMENT: "\${ENVIRONMENT}"
            CLUSTER: "\\"\${CLUSTER}\\""
`;

describe.runIf(hasKubectl || process.env['CI'] === 'true')('a root whose paths have vars', () => {
  it('is followed, so that an adoption takes over the objects of its child', async () => {
    const secret = '    substituteFrom: [{ kind: Secret, name: more }]\n';
    shared(`${substitute("ENVIRONMENT: NAME, CLUSTER: '00'")}${secret}`, DEFAULTS);
    const code = () => lab([config('page')]);
    const refused = await synth(repository, code());
    expect(refused.codes).toContain('FX506');
    expect(textOf(refused)).toContain('1 object of the plan would have two owners: Kustomization "shop"');
    expect(refused.written).toBe(false);

    const first = adopt(repository, code(), from, { cluster: 'lab' });
    expect(textOf(first)).not.toContain('error');
    expect(first.step).toBe('first');
    repository.publish('step 1');
    const second = adopt(repository, code(), from, { cluster: 'lab' });
    expect(textOf(second)).not.toContain('error');
    expect(second.step).toBe('second');
    expect(linesOf(second)).toEqual(['+ Kustomization/web in flux-system', '→ ConfigMap/page in web (shop → web)']);
    expect(first.files.map(({ path }) => path)).toEqual(['apps/shop/lab/00/page.yaml']);
    const checked = await synth(repository, code(), { check: true });
    expect(textOf(checked)).not.toContain('error');
    expect(checked.clusters.map(({ changes }) => countChanges(changes))).toEqual(
      second.clusters.map(({ changes }) => countChanges(changes)),
    );
  });

  it('is not edited if another cluster also reads its files: patches of the own kustomization file do', () => {
    shared(substitute("ENVIRONMENT: NAME, CLUSTER: '00'"));
    const code = () => lab([config('page'), config('rules')]);
    const first = adopt(repository, code(), from, { cluster: 'lab' });
    expect(textOf(first)).not.toContain('error');
    expect(first.files.map(({ path }) => path)).toEqual(['clusters/lab/00/kustomization.yaml']);
    repository.publish('step 1');
    const second = adopt(repository, code(), from, { cluster: 'lab' });
    expect(textOf(second)).not.toContain('error');
    expect(second.step).toBe('second');
    expect(linesOf(second).join('\n')).toContain('- Kustomization/shop in flux-system');
    expect(repository.read('clusters/lab/00/kustomization.yaml')).not.toContain('step 1 of 2');
  });

  it('is not edited if another cluster also reads its files, and the own kustomization file is JSON', () => {
    shared(substitute("ENVIRONMENT: NAME, CLUSTER: '00'"));
    repository.write(
      'clusters/lab/00/kustomization.yaml',
      '{ "resources": ["../../base"], "patches": [{ "path": "../../../apps/flux-system/lab.yaml" }] }\n',
    );
    repository.publish('JSON');
    const refused = adopt(repository, lab([config('page'), config('rules')]), from, { cluster: 'lab' });
    expect(textOf(refused)).toContain('FX509');
    expect(textOf(refused)).toContain(
      'fix  copy "clusters/base" into "clusters/lab/00", correct the relative paths in it, and list the copy there in "clusters/lab/00/kustomization.yaml" in the place of "../../base"',
    );
    expect(repository.git('status', '--porcelain')).toBe('');
  });

  it('causes a warning about a possible second owner if only the cluster knows the vars', async () => {
    shared(
      substitute("CLUSTER: '00'").replace(
        'substitute:',
        'substituteFrom: [{ kind: Secret, name: more }]\n    substitute:',
      ),
    );
    const code = () => lab([config('page')]);
    const nothing = adopt(repository, code(), from, { cluster: 'lab' });
    const words = 'warning FX548 uncertain-owner: 1 object of the plan may have two owners: Kustomization "shop" reads';
    expect(textOf(nothing)).toContain(words);
    expect(textOf(nothing)).toContain('ConfigMap/page in web: apps/shop/lab/00/page.yaml');
    expect(nothing.next.join('')).toContain('nothing that is seen in clusters/lab/00 has an object of cluster "lab"');
    const written = await synth(repository, code());
    expect(textOf(written)).toContain(words);
    expect(written.codes).not.toContain('FX506');
    const causes = [...findCauses(written.diagnostics)].map(([one, cause]) => `${one.code} of ${cause.code}`);
    expect(causes).toEqual(['FX505 of FX548']);
    repository.write(
      'clusters/lab/00/kustomization.yaml',
      `resources:\n  - ../../base\n  - web.yaml\npatches:\n  - path: ../../../apps/flux-system/lab.yaml\n`,
    );
    expect((await synth(repository, code())).written).toBe(true);
    repository.publish('with the addon');
    // It is in the cluster by now, whoever else has it.
    expect((await synth(repository, code())).codes).not.toContain('FX548');
  });
});
