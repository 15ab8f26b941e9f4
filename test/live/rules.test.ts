import { FluxApp } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.js';
import { compileCluster } from '../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import { appliedProblems, applyCluster, exampleConfigMaps } from '../../src/preview/index.js';
import { isOfRules } from '../rules/fixtures.js';
import { addon, clusterOf } from '../support/synthesize.js';
import { describeLive } from './describe-live.js';
import { helmReleases, kustomization } from './flux-kinds.js';
import { chartWithSchema, innerFolder, shownIn, twins, untold } from './rule-twins.js';
import { planTerraformObjects } from './terraform-objects.js';
import type { Tree } from './tree.js';

/** A Kustomization that waits for a release that fails tries again when it has given up. */
const settings = { kustomization: { timeout: '20s', retryInterval: '5s' } };

const clusterWith = (bad: boolean) =>
  clusterOf(
    { all: Object.entries(twins).map(([name, { make }]) => addon(name, { ...make(bad) }, settings)) },
    { app: new FluxApp() },
  );

const treeOf = (bad: boolean): Tree => ({
  ...Object.fromEntries(
    Object.entries(synthCluster(clusterWith(bad)).files).map(([path, text]) => [`k8s/${path}`, text]),
  ),
  ...innerFolder,
});

/** Those that are wrong in one of the two trees. */
const told = Object.entries(twins).filter(([, { says, shows }]) => says !== undefined || shows !== undefined);

it('each rule has a twin, or a reason why none can be seen', () => {
  const all = catalogue.map(({ code }) => code).filter(isOfRules);
  const shown = new Set([
    ...told.map(([, { code }]) => code),
    ...shownIn('over-time'),
    ...shownIn('refusals'),
    ...shownIn('accounts'),
  ]);
  expect([...all.filter((code) => shown.has(code as never)), ...Object.keys(untold)].sort()).toEqual(all);
});

describeLive('what the rules foretell', (live) => {
  const serve = async (bad: boolean) => {
    const cluster = clusterWith(bad);
    const { contract } = compileCluster(
      cluster.node.root as FluxApp,
      cluster,
      openCompileContext(cluster.node.root as FluxApp),
    );
    await live().apply(...planTerraformObjects(contract));
    const tree = await live().serveSources(treeOf(bad));
    live().pushCharts([{ url: 'oci://charts.example.org/chart-value', version: '1.0.0', ...chartWithSchema }]);
    await live().applyTree(tree);
  };

  it('is reported by synth', () => {
    const { diagnostics } = synthCluster(clusterWith(true));
    expect(
      told.filter(([name, { code }]) => !diagnostics.some((one) => one.code === code && one.at.addon === name)),
    ).toEqual([]);
    const { diagnostics: left } = synthCluster(clusterWith(false));
    // A kind that nobody describes is not one of the twins' faults.
    expect(left.filter(({ code }) => code !== 'FX318')).toEqual([]);
  });

  it('happens', async () => {
    // With the default, four releases that fail would hold up all others until their timeouts.
    await live().restart('kustomize-controller', [
      '--feature-gates=CancelHealthCheckOnNewRevision=true',
      '--concurrent=20',
    ]);
    await serve(true);
    for (const [name, { says, by, shows }] of told) {
      const of = { ...kustomization(name), ...by };
      let last: unknown;
      await live().until(
        `${name}: ${says ?? JSON.stringify(shows?.[1])}`,
        async () => {
          if (shows !== undefined) {
            last = await shows[0](live());
            return JSON.stringify(last) === JSON.stringify(shows[1]);
          }
          const { status } = (await live().get(of)) ?? {};
          last = status?.conditions?.map(({ message }) => message);
          return status?.conditions?.some(({ message }) => message?.includes(says!));
        },
        { explain: () => JSON.stringify(last) },
      );
    }
  }, 240_000);

  it('is what render says, word for word', async () => {
    const cluster = clusterWith(true);
    const compiled = compileCluster(
      cluster.node.root as FluxApp,
      cluster,
      openCompileContext(cluster.node.root as FluxApp),
    );
    const applied = applyCluster(compiled, exampleConfigMaps(compiled.contract));
    const said = appliedProblems('dev', applied).filter(({ message }) => message.startsWith('Flux reports: '));
    expect(said.length).toBeGreaterThan(5);
    for (const { message, at } of said) {
      let words: string | undefined;
      // Between two tries it says that it tries.
      await live().until(
        message,
        async () => {
          const own = await live().get(kustomization(at.addon!));
          const releases = (await live().list(helmReleases)).filter(({ metadata }) => metadata.name === at.addon);
          const conditions = [own, ...releases].flatMap((one) => one?.status?.conditions ?? []);
          words = conditions.map((condition) => condition.message).join('\n');
          return words.includes(message.replace('Flux reports: ', ''));
        },
        { timeout: 30_000, explain: () => `"${at.addon}" says: ${words}` },
      );
    }
  });

  it('does not happen to their twins', async () => {
    await serve(false);
    await live().untilReady({ timeout: 200_000 });
    for (const [name, { shows }] of told) {
      if (shows !== undefined) expect([name, await shows[0](live())]).not.toEqual([name, shows[1]]);
    }
  }, 240_000);

  it('leaves in the cluster what render says', async () => {
    const cluster = clusterWith(false);
    const compiled = compileCluster(
      cluster.node.root as FluxApp,
      cluster,
      openCompileContext(cluster.node.root as FluxApp),
    );
    const configMaps = applyCluster(compiled, exampleConfigMaps(compiled.contract))
      .flatMap(({ objects }) => objects)
      .flatMap(({ source, outcome }) =>
        outcome.kind === 'object' && source.kind === 'ConfigMap' ? [outcome.object] : [],
      );
    expect(configMaps.length).toBeGreaterThan(5);
    for (const object of configMaps) {
      const { name, namespace } = object['metadata'] as { name: string; namespace: string };
      const there = await live().get({ apiVersion: 'v1', kind: 'ConfigMap', name, namespace });
      expect([name, there?.data ?? {}]).toEqual([name, object['data'] ?? {}]);
    }
    const kept = await live().get({ apiVersion: 'v1', kind: 'ConfigMap', name: 'kept', namespace: 'default' });
    expect(kept?.data).toEqual({
      account: '012345678901',
      price: '$012345678901',
      script: 'echo ${HOME} $$ ${list[@]} 012345678901',
    });
  });
});
