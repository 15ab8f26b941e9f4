import { ApiObject } from 'cdk8s';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defineAddon } from '../../src/addon/define-addon.js';
import { comparisonJson } from '../../src/changes/comparison/print-comparison.js';
import { printChanges } from '../../src/changes/print/print-changes.js';
import { FluxApp, type FluxAppOptions } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import { ConfigMap, type ConfigMapProps } from '../../src/constructs/config-map.js';
import { Repository } from './repository.js';
import { type Synthesized, synth } from './synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

type Build = (scope: ConstructorParameters<typeof ConfigMap>[0]) => void;

const app = (
  build: Build,
  { options = {}, name = 'web' }: { options?: FluxAppOptions; name?: string } = {},
): FluxApp => {
  const flux = new FluxApp(options);
  new FluxCluster(flux, 'dev').stage('all', [
    defineAddon({ name, namespace: 'default', build: (scope) => build(scope) })(),
  ]);
  return flux;
};
const deployment = (scope: Parameters<Build>[0], config: string) => {
  const labels = { app: 'web' };
  const spec = { containers: [{ name: 'web', image: 'web:1', envFrom: [{ configMapRef: { name: config } }] }] };
  new ApiObject(scope, 'deployment', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  } as never);
};
const hashed = (scope: Parameters<Build>[0], text: string, props: Partial<ConfigMapProps> = {}) =>
  new ConfigMap(scope, 'config', { name: 'config', data: { text }, nameSuffixHash: true, ...props });
const withReader =
  (text: string, props?: Partial<ConfigMapProps>): Build =>
  (scope) =>
    deployment(scope, hashed(scope, text, props).name);

const change = async (from: FluxApp, to: FluxApp): Promise<Synthesized> => {
  expect((await synth(repository, from)).written).toBe(true);
  repository.publish('the tree');
  return synth(repository, to);
};
const linesOf = ({ clusters }: Synthesized) =>
  clusters.flatMap(({ changes, before }) => printChanges(changes, before.state));

describe('a ConfigMap with a content hash in its name', () => {
  it('counts as one change if its content changes, together with the objects that name it', async () => {
    const result = await change(app(withReader('a')), app(withReader('b')));
    expect(result).toMatchObject({ written: true, codes: [] });
    expect(linesOf(result)).toMatchInlineSnapshot(`
      [
        "~ Deployment/web in default (web): its pods restart",
        "~ ConfigMap/config-28kgk5hghk in default becomes config-fk48ggft6h (web)",
      ]
    `);
    expect(comparisonJson(result.clusters, new Map())).toMatchObject([
      {
        create: [],
        delete: [],
        change: [{ kind: 'Deployment' }, { kind: 'ConfigMap', before: expect.stringMatching(/^config-/) }],
      },
    ]);
  });

  it('may be immutable', async () => {
    const result = await change(app(withReader('a', { immutable: true })), app(withReader('b', { immutable: true })));
    expect(result).toMatchObject({ written: true, codes: [] });
    expect(linesOf(result)).toHaveLength(2);
  });

  it('needs no declared removal if ConfigMaps are protected', async () => {
    const options = { protectedKinds: [{ group: '', kind: 'ConfigMap' }] };
    const result = await change(app(withReader('a'), { options }), app(withReader('b'), { options }));
    expect(result).toMatchObject({ written: true, codes: [] });
  });

  it('is refused if an object still names the old hash as plain text', async () => {
    let old = '';
    const first = app((scope) => {
      old = hashed(scope, 'a').name;
      deployment(scope, old);
    });
    const result = await change(
      first,
      app((scope) => {
        hashed(scope, 'b');
        deployment(scope, old);
      }),
    );
    expect(result).toMatchObject({ written: false, codes: ['FX523'] });
  });

  it('stays in the cluster if it has prune: disabled', async () => {
    const props = { annotations: { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' } };
    const result = await change(app(withReader('a', props)), app(withReader('b', props)));
    expect(linesOf(result)).toMatchInlineSnapshot(`
      [
        "+ ConfigMap/config-fk48ggft6h in default (web)",
        "~ Deployment/web in default (web): its pods restart",
        "○ ConfigMap/config-28kgk5hghk in default is left behind (web): kubectl delete -n default configmap/config-28kgk5hghk",
      ]
    `);
  });

  it('counts as created and deleted if the next one has another name or owner', async () => {
    const build: Build = (scope) => void hashed(scope, 'a');
    expect(
      linesOf(
        await change(
          app(build),
          app((scope) => void hashed(scope, 'b', { name: 'other' })),
        ),
      ),
    ).toMatchInlineSnapshot(`
      [
        "+ ConfigMap/other-fk48ggft6h in default (web)",
        "- ConfigMap/config-28kgk5hghk in default (web)",
      ]
    `);
  });

  it('counts as created and deleted if its successor is ambiguous', async () => {
    const two =
      (...texts: readonly string[]): Build =>
      (scope) => {
        for (const text of texts) new ConfigMap(scope, text, { name: 'config', data: { text }, nameSuffixHash: true });
      };
    const result = await change(app(two('a', 'b')), app(two('c')));
    expect(linesOf(result).map((line) => line[0])).toEqual(['+', '-', '-']);
  });
});
