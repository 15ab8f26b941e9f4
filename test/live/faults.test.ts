import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { describeLive, runsAll } from './describe-live.js';
import { type ExpectedFault, expectFault } from './expect-fault.js';
import { helmReleases, kustomization, kustomizations } from './flux-kinds.js';
import type { KubeObject } from './kube-object.js';
import { isReady, stateOf } from './kustomization-state.js';
import { readPlatform, servePlatform } from './platform.js';
import { pokeAll } from './poke-all.js';
import { setIn } from './set-in.js';
import type { Tree } from './tree.js';
import { sourcesOf } from './tree-sources.js';
import { valuesSeen } from './values-seen.js';

const platform = readPlatform('dev');
const { contract, plan, terraform } = platform;

const configMap = (name: string): KubeObject => {
  const found = terraform.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
  if (found === undefined) throw new Error(`Terraform writes no ConfigMap "${name}"`);
  return found;
};
const vars = configMap('cluster-vars-terraform');
const varsWithout = (missing: string): KubeObject => {
  const rest = Object.entries(vars.data ?? {}).filter(([name]) => name !== missing);
  return { ...vars, data: Object.fromEntries(rest) };
};

/** By the contract: the addons that read the var cannot be built. */
const withoutVar = (name: string): ExpectedFault => {
  const readers = contract.vars[name]?.readBy.map(({ addon }) => addon) ?? [];
  return { fails: Object.fromEntries(readers.map((addon) => [addon, `variable not set (strict mode): "${name}"`])) };
};

/** By the contract: the release that reads the document has no values, and its addon waits for it. */
const withoutValues = (release: string): ExpectedFault => {
  const { addon = '', configMap = '' } = contract.values[release] ?? {};
  return { checks: { [addon]: { release, says: configMap } } };
};

/** A pinned version that cannot be installed, and one that can. */
const broken = '99.0.0';
const repaired = '99.0.1';
const setVersion = (tree: Tree, release: string, version: string) =>
  setIn(tree, { kind: 'HelmRelease', name: release }, ['spec', 'chart', 'spec', 'version'], version);

describeLive('faults on the running platform', (live) => {
  let tree: Tree;
  const restore = () => live().apply(vars);
  const expectNow = async (fault: ExpectedFault) => {
    const settled = await pokeAll(live(), plan);
    expectFault(plan, settled, await live().list(helmReleases), fault);
  };
  /** Nobody asks for anything: what is needed is there, and Flux finds out by itself. */
  const heals = (timeout = 60_000) => live().untilReady({ timeout });

  it('comes up as far as it can without a var and a values document', async () => {
    const missing = configMap('external-dns-values-terraform');
    await live().apply(
      ...terraform.filter((object) => object !== missing && object !== vars),
      varsWithout('TF_AWS_REGION'),
    );
    tree = await servePlatform(live(), platform);
    live().pushCharts(
      sourcesOf(platform.tree)
        .charts.filter(({ url }) => !url.startsWith('oci://'))
        .flatMap((chart) => [
          { ...chart, version: broken, broken: true },
          { ...chart, version: repaired },
        ]),
    );
    await live().applyTree(tree);
    const fault = { ...withoutVar('TF_AWS_REGION'), ...withoutValues('external-dns') };
    const held = ['secrets-manager-store', 'authentik', 'headlamp', 'external-dns'];
    await live().until(
      'all that can be is ready',
      async () => {
        const objects = await live().list(kustomizations);
        const rest = objects.filter(({ metadata }) => !held.includes(metadata.name));
        return rest.length === plan.length - held.length && rest.every(isReady);
      },
      { timeout: 180_000 },
    );
    await expectNow(fault);
  });

  it('heals once they are there', async () => {
    await live().apply(...terraform);
    await heals();
  });

  for (const name of Object.keys(contract.values)) {
    it.runIf(runsAll || name === 'karpenter')(
      `takes changed values of "${name}" to its release within seconds`,
      async () => {
        const { namespace = '', configMap: holder = '', key = '' } = contract.values[name] ?? {};
        const before = configMap(holder);
        const changed = { ...parse(before.data?.[key] ?? ''), live: 'changed' };
        await live().apply({ ...before, data: { [key]: stringify(changed) } });
        // An interval is five minutes, and `until` gives up after one: the label on the ConfigMap brings them.
        const values = await live().until('the release has them', async () => {
          const seen = await valuesSeen(live(), name, namespace);
          return seen['live'] === 'changed' && seen;
        });
        expect(values).toMatchObject(changed);
        await live().apply(before);
        await live().until(
          'they are as before',
          async () => (await valuesSeen(live(), name, namespace))['live'] === undefined,
        );
        await heals();
      },
    );
  }

  it('takes a changed var to its reader within seconds', async () => {
    const route = {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      name: 'headlamp',
      namespace: 'headlamp',
    };
    await live().apply({ ...vars, data: { ...vars.data, TF_HEADLAMP_HOSTNAME: 'changed.example.org' } });
    await live().until('the route has it', async () => {
      const { spec } = (await live().get(route)) ?? {};
      return `${spec?.['hostnames']}` === 'changed.example.org';
    });
    await restore();
    await heals();
  });

  it('takes a name that YAML reads as a boolean as the text that it is', async () => {
    await live().apply({ ...vars, data: { ...vars.data, TF_CLUSTER_NAME: 'yes' } });
    const nodeClass = { apiVersion: 'karpenter.k8s.aws/v1', kind: 'EC2NodeClass', name: 'default' };
    const expected = [{ tags: { 'karpenter.sh/discovery': 'yes' } }];
    await live().until('the nodes have it', async () => {
      const { spec } = (await live().get(nodeClass)) ?? {};
      return JSON.stringify(spec?.['subnetSelectorTerms']) === JSON.stringify(expected);
    });
    await restore();
    await heals();
  });

  for (const name of Object.keys(contract.vars)) {
    // Nearly everything is behind this one: enough for a short run.
    it.runIf(runsAll || name === 'TF_CLUSTER_NAME')(
      `without the var "${name}" only its readers fail, and heal`,
      async () => {
        await live().apply(varsWithout(name));
        await expectNow(withoutVar(name));
        await restore();
        await heals();
      },
    );
  }

  for (const [name, { configMap: holder }] of Object.entries(contract.values)) {
    it.runIf(runsAll)(`without the values of "${name}" only its release fails, and heals`, async () => {
      const { apiVersion, kind, metadata } = configMap(holder);
      await live().delete({ apiVersion, kind, ...metadata });
      await live().until('the release has noticed', async () => {
        const releases = await live().list(helmReleases);
        return releases.some((release) => release.metadata.name === name && stateOf(release) === 'fails');
      });
      await expectNow(withoutValues(name));
      await live().apply(configMap(holder));
      await heals();
    });
  }

  it.runIf(runsAll)('without the ConfigMap of all vars its readers fail, and heal', async () => {
    await live().delete({ ...vars, ...vars.metadata });
    const holder = contract.configMaps.find(({ holds }) => holds === 'vars');
    const readers = holder?.readBy.map((reader) => reader.replace('Kustomization/', '')) ?? [];
    const says = `substitute from 'ConfigMap/${vars.metadata.name}' error`;
    await expectNow({ fails: Object.fromEntries(readers.map((name) => [name, says])) });
    await restore();
    await heals();
  });

  const breakChart = async (...releases: string[]) => {
    const commit = await live().applyTree(releases.reduce((changed, name) => setVersion(changed, name, broken), tree));
    await live().until('the releases fail', async () => {
      const failed = (await live().list(helmReleases)).filter((release) => stateOf(release) === 'fails');
      return releases.every((name) => failed.some(({ metadata }) => metadata.name === name));
    });
    return commit;
  };
  const hasApplied = async (name: string, commit: string) =>
    (await live().get(kustomization(name)))?.status?.lastAppliedRevision?.endsWith(commit) === true;
  /** Milliseconds, with what a busy machine and two controllers that write at the same time cost. */
  const IMMEDIATE = 10_000;
  /** Off by default in Flux 2.9. */
  const cancelling = ['--feature-gates=CancelHealthCheckOnNewRevision=true'];

  it.runIf(runsAll)('a broken chart holds up only what needs it', async () => {
    const commit = await breakChart('external-secrets');
    const held = ['external-secrets', 'secrets-manager-store', 'authentik', 'headlamp'];
    for (const { name } of plan.filter((planned) => !held.includes(planned.name) && planned.objects !== undefined)) {
      await live().until(`${name} has applied the commit`, () => hasApplied(name, commit));
    }
    await expectNow({ checks: { 'external-secrets': { release: 'external-secrets', says: 'this chart is broken' } } });
  });

  it.runIf(runsAll)('whose repaired version is looked at only after the timeout, by default', async () => {
    const commit = await live().applyTree(setVersion(tree, 'external-secrets', repaired));
    await live().until('the others have it', () => hasApplied('external-dns', commit));
    // Fifteen minutes in this platform; that nothing happens in the first half of one is enough to see.
    await new Promise((resolve) => setTimeout(resolve, 30_000));
    const held = await live().get(kustomization('external-secrets'));
    expect(held && stateOf(held)).toBe('checks');
    expect(`${held?.status?.['lastAttemptedRevision']}`).not.toContain(commit);
    await live().restart('kustomize-controller');
    await heals(120_000);
  });

  it.runIf(runsAll)('four broken charts at once hold up even the root, by default', async () => {
    await breakChart('external-dns', 'metrics-server', 'reloader', 'istiod');
    const checking = async () =>
      (await live().list(kustomizations)).filter((object) => stateOf(object) === 'checks').length === 4;
    await live().until('each takes one of the four workers', checking);
    const commit = await live().applyTree(tree);
    await new Promise((resolve) => setTimeout(resolve, 30_000));
    expect(await hasApplied('flux-system', commit)).toBe(false);
    expect(await checking()).toBe(true);
  });

  it.runIf(runsAll)('and with CancelHealthCheckOnNewRevision a fixed release is picked up immediately', async () => {
    await live().restart('kustomize-controller', cancelling);
    await heals(120_000);
    await breakChart('external-dns', 'metrics-server', 'reloader', 'istiod');
    const commit = await live().applyTree(tree);
    // By default none of them looks at it before its timeout, 15 minutes here. What is left is the time of a build and an
    // apply: of the root, then of the four.
    const isPickedUp = async (name: string) => {
      const status = (await live().get(kustomization(name)))?.status;
      return `${status?.['lastAttemptedRevision']}`.endsWith(commit);
    };
    // The release istiod is that of the addon istio.
    for (const name of ['flux-system', 'external-dns', 'metrics-server', 'reloader', 'istio'])
      await live().until(`${name} picks up the fixed release`, () => isPickedUp(name), { timeout: IMMEDIATE });
    // The releases run, and what waits for them comes after them.
    await heals(120_000);
    await live().restart('kustomize-controller');
  });

  it('loses nothing by all that', async () => {
    await heals();
    const byFlux = live()
      .deletions()
      .filter(
        ({ who, resource }) => who === 'kustomize-controller' || (who === 'helm-controller' && resource !== 'secrets'),
      );
    expect(byFlux).toEqual([]);
  });
});
