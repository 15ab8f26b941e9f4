import { expect, it } from 'vitest';
import { exampleOf } from '../../src/contract/example.js';
import { describeLive } from './describe-live.js';
import { helmReleases, kustomization, kustomizations } from './flux-kinds.js';
import { type KubeObject, printRef } from './kube-object.js';
import { isReady, readyOf, stateOf } from './kustomization-state.js';
import { mergeValues } from './merge-values.js';
import { planKustomizations } from './planned.js';
import { readPlatform, servePlatform } from './platform.js';
import { exampleVars } from './terraform-objects.js';
import { objectsOf, type Tree } from './tree.js';
import { valuesSeen } from './values-seen.js';

const owner = 'kustomize.toolkit.fluxcd.io/name';

/** `group/Kind/namespace/name`, whatever the version: what makes two manifests one object. */
const identify = ({ apiVersion, kind, metadata }: KubeObject): string => {
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
  return [group, kind, metadata.namespace ?? '', metadata.name].join('/');
};

/** The inventory's `namespace_name_group_kind`, in the form of `identify`. */
const parseInventoryId = (id: string): string => {
  const [namespace, name, group, kind] = id.split('_');
  // A `:` in the name of RBAC objects is written as `__`, of which this platform has none.
  return [group, kind, namespace, name].join('/');
};

for (const cluster of ['dev', 'prod']) {
  describeLive(
    `the platform's ${cluster} from an empty API server`,
    (live) => {
      const platform = readPlatform(cluster);
      const vars = exampleVars(platform.contract);
      /** What Flux substitutes, done as plainly as can be: every example is text, and so needs no `q` to stay that. */
      const substituted = (object: KubeObject): KubeObject =>
        JSON.parse(
          JSON.stringify(object)
            .replaceAll('${q}', '')
            .replace(/\$\{(\w+)(:=[^}]*)?\}/g, (all, name: string) => vars[name] ?? all),
        );
      let tree: Tree;
      let states: () => readonly KubeObject[];
      let releaseStates: () => readonly KubeObject[];

      it('becomes ready, all of it', async () => {
        await live().apply(...platform.terraform);
        tree = await servePlatform(live(), platform);
        states = await live().record(kustomizations);
        releaseStates = await live().record(helmReleases);
        await live().applyTree(tree, { cluster });
        const ready = await live().untilReady({ timeout: 240_000 });
        const found = ready.map(identify);
        const planned = objectsOf(tree)
          .filter(({ apiVersion }) => /^(source|helm|kustomize)\.toolkit\./.test(apiVersion))
          .map(identify);
        expect(found.sort()).toEqual(
          [...planned, ...['GitRepository', 'Kustomization'].map((kind) => rootId(kind))].sort(),
        );
      });

      it('comes up in the declared order', async () => {
        const seen = states();
        const first = (name: string, test: (object: KubeObject) => boolean) =>
          seen.findIndex((object) => object.metadata.name === name && test(object));
        const firstReady = (name: string) => first(name, isReady);
        const early = platform.plan.flatMap(({ name, dependsOn }) => {
          // Set when it has found its dependencies ready, and before it applies anything.
          const begun = first(name, ({ status }) => status?.['lastAttemptedRevision'] !== undefined);
          expect(begun, name).toBeGreaterThan(-1);
          return dependsOn
            .filter((dependency) => !(firstReady(dependency) < begun && begun < firstReady(name)))
            .map((dependency) => `${name} before ${dependency}`);
        });
        expect(early).toEqual([]);
        // Nothing was tried in vain, which a retry would have hidden: only what is fetched may not be there yet.
        const vain = [...seen, ...releaseStates()]
          .filter((object) => stateOf(object) === 'fails' && !/^(Artifact|Source)/.test(`${readyOf(object)?.reason}`))
          .map((object) => `${printRef(object)}: ${readyOf(object)?.reason}: ${readyOf(object)?.message}`);
        expect(vain).toEqual([]);
        // The times that Flux writes say the same, to the second.
        const readyAt = (name: string) =>
          seen[firstReady(name)]?.status?.conditions?.find(({ type }) => type === 'Ready');
        for (const { name, dependsOn, objects = [] } of platform.plan) {
          if (name === 'flux-system') continue;
          for (const dependency of dependsOn) {
            const since = readyAt(dependency)?.lastTransitionTime ?? '';
            for (const object of objects) {
              const made = (await live().get({ ...object, ...object.metadata }))?.metadata.creationTimestamp;
              expect(`${made}` >= since, `${identify(object)} made ${made}, ${dependency} ready ${since}`).toBe(true);
            }
          }
        }
      });

      it('gives each object one owner, the planned one', async () => {
        const claims = new Map<string, string[]>();
        for (const { metadata, status } of await live().list(kustomizations)) {
          const inventory = status?.['inventory'] as { entries: { id: string }[] } | undefined;
          for (const id of (inventory?.entries ?? []).map((entry) => parseInventoryId(entry.id))) {
            claims.set(id, [...(claims.get(id) ?? []), metadata.name]);
          }
        }
        expect([...claims].filter(([, owners]) => owners.length > 1)).toEqual([]);
        for (const { name, objects } of platform.plan) {
          const claimed = [...claims].filter(([, owners]) => owners.includes(name)).map(([id]) => id);
          if (objects === undefined) {
            // Another repository's, of which the tree does not tell what it holds: CRDs, here.
            expect(claimed.length, name).toBeGreaterThan(0);
            expect(claimed.filter((id) => !id.includes('/CustomResourceDefinition/'))).toEqual([]);
            continue;
          }
          expect(claimed.sort(), name).toEqual(objects.map(identify).sort());
          for (const object of objects) {
            const made = await live().get({ ...object, ...object.metadata });
            expect(made?.metadata.labels?.[owner], identify(object)).toBe(name);
          }
        }
      });

      it('has each object as the tree has it, with all vars substituted', async () => {
        // The tree as it was served: of the sources, the addresses are others.
        for (const { name, objects = [], substitutes } of planKustomizations(tree, cluster)) {
          for (const object of objects) {
            const { status: _, ...made } = (await live().get({ ...object, ...object.metadata })) ?? {};
            expect(made, name).toMatchObject(substitutes ? substituted(object) : object);
            expect(JSON.stringify(made), name).not.toContain('${');
          }
        }
      });

      it('gives each release its inline values, composed with what Terraform wrote', async () => {
        const composed: Record<string, unknown> = {};
        const seen: Record<string, unknown> = {};
        for (const { objects = [], substitutes } of platform.plan) {
          for (const object of objects.filter(({ kind }) => kind === 'HelmRelease')) {
            const { name, namespace = '' } = object.metadata;
            const infra = platform.contract.values[name];
            const inline = (substitutes ? substituted(object) : object).spec?.['values'];
            composed[name] = mergeValues(infra === undefined ? {} : exampleOf(infra.schema), inline ?? {});
            seen[name] = await valuesSeen(live(), name, namespace);
          }
        }
        expect(Object.keys(seen)).toHaveLength((await live().list(helmReleases)).length);
        expect(seen).toEqual(composed);
      });

      it('deletes nothing on its way', async () => {
        const root = await live().get(kustomization('flux-system'));
        expect(root && isReady(root)).toBe(true);
        expect(
          live()
            .deletions()
            .filter(({ who }) => who.endsWith('-controller') && who !== 'kube-controller-manager'),
        ).toEqual([]);
      });
    },
    { long: cluster !== 'dev' },
  );
}

const rootId = (kind: string) =>
  [
    kind === 'Kustomization' ? 'kustomize.toolkit.fluxcd.io' : 'source.toolkit.fluxcd.io',
    kind,
    'flux-system',
    'flux-system',
  ].join('/');
