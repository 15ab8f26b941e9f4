import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { helmChart } from '../../src/constructs/helm-chart.js';
import type { JsonObject } from '../../src/json/json-value.js';
import { manifest } from '../schema/update/update-case.js';
import { type AddonState, changesOf } from './changes-of.js';
import { chartsToChange } from './charts-to-change.js';
import { describeLive } from './describe-live.js';
import { helmReleases } from './flux-kinds.js';
import type { KubeObject, ObjectRef } from './kube-object.js';
import { readyOf } from './kustomization-state.js';

const namespace = 'default';
const url = 'https://charts.example.org';

const quick = { disableWait: true, strategy: { name: 'RetryOnFailure', retryInterval: '5s' } } as const;
/** A release that waits for nothing. */
const of = (
  chart: string,
  values: JsonObject | undefined,
  release: AddonState['release'] = {},
  version = '1.0.0',
): AddonState => ({
  chart: helmChart({ url, chart, version }),
  release: { install: quick, upgrade: quick, ...(values === undefined ? {} : { values }), ...release },
});

describeLive(
  'a change of a release',
  (live) => {
    const { change, remove } = changesOf(live);
    afterAll(remove);
    beforeAll(() => live().pushCharts(chartsToChange(url)));

    const ready = () => live().untilReady({ timeout: 40_000 });
    const claimOf = (name: string): ObjectRef => ({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace });
    const setOf = (name: string): ObjectRef => ({ apiVersion: 'apps/v1', kind: 'StatefulSet', name, namespace });
    const thing = (name: string): ObjectRef => ({ apiVersion: `${name}.example.org/v1`, kind: 'Thing', name: 'one' });
    const crdOf = (name: string): ObjectRef => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      name,
    });
    const object = (name: string) => {
      const { name: _, ...kind } = thing(name);
      return { ...kind, metadata: { name: 'one' } };
    };
    const isThere = async (ref: ObjectRef): Promise<boolean> => {
      const object = await live().get(ref);
      return object !== undefined && object.metadata['deletionTimestamp'] === undefined;
    };
    const thereOf = async (names: readonly string[], ref: (name: string) => ObjectRef) => {
      const there = await Promise.all(names.map((name) => isThere(ref(name))));
      return names.filter((_, index) => there[index]);
    };
    const uidOf = async (ref: ObjectRef) => (await live().get(ref))?.metadata.uid;
    const releaseOf = (name: string) => live().get({ ...helmReleases, namespace, name });
    const fails = (name: string, words: string) =>
      live().until(`release ${name}: ${words}`, async () => {
        const release = await releaseOf(name);
        return release?.status?.conditions?.some(({ message }) => message?.includes(words) === true);
      });
    const revisionOf = (release: KubeObject | undefined): number =>
      (release?.status?.['history'] as readonly { version: number }[] | undefined)?.[0]?.version ?? 0;

    const isUpgraded = (name: string, to: number) =>
      live().until(`${name} is at its version ${to}`, async () => {
        const release = await releaseOf(name);
        return release !== undefined && revisionOf(release) >= to && readyOf(release)?.status === 'True';
      });
    /** For a claim of this name. */
    const volume = (name: string, storageClassName: string) => ({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name },
      spec: {
        capacity: { storage: '2Gi' },
        accessModes: ['ReadWriteOnce'],
        storageClassName,
        claimRef: { name, namespace },
        hostPath: { path: '/nowhere' },
      },
    });
    const isBound = (...names: readonly string[]) =>
      live().until('the claims are bound', async () => {
        const claims = await Promise.all(names.map((name) => live().get(claimOf(name))));
        return claims.every((one) => one?.status?.['phase'] === 'Bound');
      });

    it('FX516: a claim of the chart goes with persistence, wherever that is turned off', async () => {
      const values = (enabled: boolean, more: JsonObject = {}) => ({ persistence: { enabled, ...more } });
      const map = (enabled: boolean) =>
        manifest('v1', 'ConfigMap', {
          metadata: { name: 'mapped-values', namespace, labels: { 'reconcile.fluxcd.io/watch': 'Enabled' } },
          data: { 'values.yaml': `persistence: {enabled: ${enabled}}` },
        });
      const annotations = { 'helm.sh/resource-policy': 'keep' };
      const state = (enabled: boolean) => ({
        inline: of('store', values(enabled)),
        mapped: {
          ...of('store', undefined, { valuesFrom: [{ kind: 'ConfigMap', name: 'mapped-values' }] }),
          objects: [map(enabled)],
        },
        'by-default': of('store', enabled ? values(true) : undefined),
        'off-by-default': of('off', enabled ? values(true) : undefined),
        own: of('store', values(true, enabled ? { existingClaim: 'old' } : {})),
        existing: of('store', values(true, enabled ? {} : { existingClaim: 'other' })),
        kept: of('store', values(enabled, { annotations })),
      });
      const names = Object.keys(state(true));
      await live().apply({
        ...manifest('v1', 'PersistentVolumeClaim', { metadata: { name: 'old', namespace } }),
        spec: { accessModes: ['ReadWriteOnce'], storageClassName: '', resources: { requests: { storage: '1Gi' } } },
      });
      await change(state(true));
      await ready();
      expect(await thereOf(names, claimOf)).toEqual(names.filter((name) => name !== 'own'));

      const { says, below } = await change(state(false));
      const lost = 'in default may destroy a claim of the chart with its data:';
      expect(says).toEqual([
        `FX516 HelmRelease/by-default ${lost} spec.values.persistence.enabled true → not set`,
        `FX516 HelmRelease/existing ${lost} spec.values.persistence.existingClaim not set → "other"`,
        `FX516 HelmRelease/inline ${lost} spec.values.persistence.enabled true → false`,
        `FX516 HelmRelease/mapped ${lost} values.persistence.enabled true → false (ConfigMap/mapped-values)`,
        `FX516 HelmRelease/off-by-default ${lost} spec.values.persistence.enabled true → not set`,
        'FX516 HelmRelease/own in default may start without its data: spec.values.persistence.existingClaim "old" → not set',
      ]);
      expect(below).toContain(
        'Helm deletes a claim that the chart made and no longer makes, unless it has the annotation helm.sh/resource-policy: keep',
      );
      expect(below).toContain('where a value is no longer set, the default decides');
      expect(below).toContain(
        'without existingClaim, the chart makes a new, empty claim or none; the old one stays, and nothing uses it',
      );
      const left = ['by-default', 'own', 'kept', 'old'];
      const there = () => thereOf([...names, 'old'], claimOf);
      await live().until('the claims are gone', async () => (await there()).length === left.length);
      await ready();
      expect(await there()).toEqual(left);
    }, 180_000);

    it('FX516: under other names, all objects are new', async () => {
      await change({ named: of('named', { fullnameOverride: 'old' }) });
      await ready();
      const claims = (name: string) => claimOf(`data-${name}-db-0`);
      await live().until('its claim', () => isThere(claims('old')));
      const { says, below } = await change({ named: of('named', { fullnameOverride: 'new' }) });
      expect(says).toEqual([
        'FX516 HelmRelease/named in default may destroy the objects under their old names: spec.values.fullnameOverride "old" → "new"',
      ]);
      expect(below[0]).toContain('a StatefulSet starts with new, empty claims');
      await live().until('the new claim', () => isThere(claims('new')));
      await ready();
      const services = (name: string) => ({ apiVersion: 'v1', kind: 'Service', name, namespace });
      expect(await thereOf(['old-db', 'new-db'], setOf)).toEqual(['new-db']);
      expect(await thereOf(['old-db', 'new-db'], services)).toEqual(['new-db']);
      expect(await thereOf(['old', 'new'], claimOf)).toEqual(['new']);
      // The controller of StatefulSets leaves it.
      expect(await isThere(claims('old'))).toBe(true);
    }, 180_000);

    it('FX516: a dependency goes with its claims, and the addresses of a Service with its type', async () => {
      const state = (enabled: boolean, type: string) => ({
        shop: of('shop', { postgresql: { enabled }, service: { type } }),
      });
      await change(state(true, 'LoadBalancer'));
      await ready();
      await live().until('the claim of its StatefulSet', () => isThere(claimOf('data-shop-db-0')));
      const path = `/api/v1/namespaces/${namespace}/services/shop/status`;
      const status = { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } };
      await live().request('PATCH', path, JSON.stringify({ status }), 'application/merge-patch+json');
      const { says, below } = await change(state(false, 'ClusterIP'));
      expect(says).toEqual([
        'FX516 HelmRelease/shop in default may destroy a dependency of the chart with its data and the load balancer of a Service with its addresses: spec.values.postgresql.enabled true → false, spec.values.service.type "LoadBalancer" → "ClusterIP"',
      ]);
      expect(below[0]).toContain('claims of a StatefulSet stay, and nothing uses them');
      await live().until('its objects are gone', async () => (await thereOf(['shop-db'], setOf)).length === 0);
      await ready();
      expect(await thereOf(['shop', 'data-shop-db-0'], claimOf)).toEqual(['data-shop-db-0']);
      const service = await live().get({ apiVersion: 'v1', kind: 'Service', name: 'shop', namespace });
      expect(service?.status?.['loadBalancer']).toEqual({});
    }, 180_000);

    it('FX516: another size of a claim, which a StatefulSet refuses until it is deleted', async () => {
      const of1 = (size: string, storageClass: string) => ({ persistence: { enabled: true, size, storageClass } });
      const state = (size: string, storageClass = 'grows') => ({
        sized: of('named', { persistence: { enabled: true, size } }),
        grown: of('store', of1(size, 'grows')),
        classed: of('store', of1('1Gi', storageClass)),
      });
      await live().apply(
        {
          apiVersion: 'storage.k8s.io/v1',
          kind: 'StorageClass',
          metadata: { name: 'grows' },
          provisioner: 'example.org/none',
          allowVolumeExpansion: true,
        },
        ...['grown', 'classed'].map((name) => volume(name, 'grows')),
      );
      await change(state('1Gi'));
      await ready();
      await isBound('grown', 'classed');
      const pod = { apiVersion: 'v1', kind: 'Pod', name: 'sized-db-0', namespace };
      const before = await live().until('its pod', () => uidOf(pod));
      const { says, below } = await change(state('2Gi', 'other'));
      const size = 'in default asks for a larger claim: spec.values.persistence.size "1Gi" → "2Gi"';
      expect(says).toEqual([
        'FX516 HelmRelease/classed in default may fail to upgrade: spec.values.persistence.storageClass "grows" → "other"',
        `FX559 HelmRelease/grown ${size}`,
        `FX559 HelmRelease/sized ${size}`,
      ]);
      expect(below[0]).toContain('a claim of a Deployment can grow where its class lets it, and nothing else');
      expect(below[1]).toContain('delete it with --cascade=orphan right before the upgrade');
      await fails('sized', 'spec: Forbidden: updates to statefulset spec for fields other than');
      await fails('classed', 'spec: Forbidden: spec is immutable after creation except resources.requests');
      const path = `/apis/apps/v1/namespaces/${namespace}/statefulsets/sized-db`;
      await live().request('DELETE', `${path}?propagationPolicy=Orphan`);
      for (const name of ['sized', 'grown']) await isUpgraded(name, 2);
      expect(await isThere(setOf('sized-db'))).toBe(true);
      expect(await uidOf(pod)).toBe(before);
      const grown = await live().get(claimOf('grown'));
      expect(grown?.spec?.['resources']).toEqual({ requests: { storage: '2Gi' } });
    }, 180_000);

    it('FX516: CRDs among the templates go with all their objects, unless an annotation keeps them', async () => {
      const state = (enabled: boolean) => ({
        lost: of('crds', { crds: { enabled } }),
        kept: of('crds', { crds: { enabled, keep: true } }),
        // Helm goes by what the CRD has in the cluster.
        late: of('crds', { crds: { enabled, keep: !enabled } }),
      });
      const names = ['lost', 'kept', 'late'];
      await change(state(true));
      await ready();
      await live().apply(...names.map((name) => ({ ...object(name), spec: { a: 'a' } })));
      expect(await thereOf(names, thing)).toEqual(names);
      const { says, below } = await change(state(false));
      const lost = 'in default may destroy the CRDs of the chart with all their objects in the cluster:';
      expect(says).toEqual([
        `FX516 HelmRelease/late ${lost} spec.values.crds.enabled true → false`,
        `FX516 HelmRelease/lost ${lost} spec.values.crds.enabled true → false`,
      ]);
      expect(below[1]).toContain('first let the chart set that annotation');
      await ready();
      const crds = (name: string) => crdOf(`things.${name}.example.org`);
      await live().until('the CRDs are gone', async () => (await thereOf(names, crds)).length === 1);
      expect(await thereOf(names, crds)).toEqual(['kept']);
      expect(await thereOf(names, thing)).toEqual(['kept']);
    }, 180_000);

    it('FX516: Helm deletes what a post-renderer takes out', async () => {
      const patch = '$patch: delete\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: rendered}\n';
      await change({ rendered: of('named', {}) });
      await ready();
      const before = await uidOf(setOf('rendered-db'));
      const { says, below } = await change({
        rendered: of('named', {}, { postRenderers: [{ kustomize: { patches: [{ patch }] } }] }),
      });
      expect(says).toEqual([
        'FX516 HelmRelease/rendered in default may destroy PersistentVolumeClaim/rendered with what belongs to it: spec.postRenderers deletes PersistentVolumeClaim/rendered',
      ]);
      expect(below).toContain('Helm deletes what a post-renderer takes out of its chart');
      await live().until('the claim is gone', async () => !(await isThere(claimOf('rendered'))));
      await ready();
      expect(await uidOf(setOf('rendered-db'))).toBe(before);
    }, 180_000);

    it('FX516: an older chart, and its CRDs', async () => {
      const state = (version: string) => ({
        replaced: of('replaced', {}, {}, version),
        skipped: of('skipped', {}, { upgrade: { ...quick, crds: 'Skip' } }, version),
      });
      const names = ['replaced', 'skipped'];
      await change(state('2.0.0'));
      await ready();
      await live().apply(...names.map((name) => ({ ...object(name), spec: { a: 'a', b: 'b' } })));
      const { says, below } = await change(state('1.0.0'));
      const lost = 'in default may destroy data that only the newer version reads: chart version 2.0.0 → 1.0.0';
      expect(says).toEqual([`FX516 HelmRelease/replaced ${lost}`, `FX516 HelmRelease/skipped ${lost}`]);
      expect(below[0]).toContain('with upgrade.crds: CreateReplace its CRDs take the place of the newer ones');
      expect(below[2]).toContain('leaves the CRDs of its crds folder as they are');
      await ready();
      const specs = await Promise.all(names.map(async (name) => (await live().get(thing(name)))?.spec));
      expect(specs).toEqual([{ a: 'a' }, { a: 'a', b: 'b' }]);
      expect(await thereOf(names, (name) => crdOf(`others.${name}.example.org`))).toEqual(names);
    }, 180_000);

    it('FX516: force replaces what Helm patches, and nothing where the API server applies', async () => {
      const client = { ...quick, serverSideApply: false };
      const state = (force: boolean, a: number) => {
        const upgrade = { ...quick, force };
        return {
          patched: of('scaled', { a }, { install: client }),
          replaced: of('scaled', { a }, { install: client, upgrade }),
          disabled: of('scaled', { a }, { upgrade: { ...upgrade, serverSideApply: 'disabled' } }),
          stuck: of('scaled', { a, claim: true }, { install: client, upgrade }),
          applied: of('scaled', { a }, { upgrade }),
        };
      };
      const names = Object.keys(state(true, 1));
      const deployment = (name: string): ObjectRef => ({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        name: `${name}-scaled`,
        namespace,
      });
      await change(state(false, 1));
      await ready();
      await live().apply(volume('stuck', ''));
      await isBound('stuck');
      for (const name of names) await live().patch(deployment(name), { spec: { replicas: 3 } });
      const { says, below } = await change(state(true, 2));
      expect(says).toEqual(
        ['applied', 'disabled', 'replaced', 'stuck'].map(
          (name) =>
            `FX516 HelmRelease/${name} in default may lose what others have set in its objects: spec.upgrade.force false → true`,
        ),
      );
      expect(below[0]).toContain('the replicas that an autoscaler has set go back');
      expect(below[0]).toContain('elsewhere, force does nothing');
      await fails('stuck', 'spec is immutable after creation');
      const rest = names.filter((name) => name !== 'stuck');
      for (const name of rest) await isUpgraded(name, 2);
      const replicas = await Promise.all(
        rest.map(async (name) => (await live().get(deployment(name)))?.spec?.['replicas']),
      );
      expect(Object.fromEntries(rest.map((name, index) => [name, replicas[index]]))).toEqual({
        patched: 3,
        replaced: 1,
        disabled: 1,
        applied: 3,
      });

      // What the fix says instead: another revision, and nothing is replaced.
      expect(below[1]).toContain('flux reconcile helmrelease --force');
      const patched = { ...helmReleases, namespace, name: 'patched' };
      const token = await live().reconcile(patched);
      await live().patch(patched, { metadata: { annotations: { 'reconcile.fluxcd.io/forceAt': 'alone' } } });
      await sleep(3_000);
      expect(revisionOf(await releaseOf('patched'))).toBe(2);
      const annotations = Object.fromEntries(
        ['requestedAt', 'forceAt'].map((key) => [`reconcile.fluxcd.io/${key}`, `${token}-force`]),
      );
      await live().patch(patched, { metadata: { annotations } });
      await live().until('it is upgraded again', async () => revisionOf(await releaseOf('patched')) === 3);
      expect((await live().get(deployment('patched')))?.spec?.['replicas']).toBe(3);
    }, 180_000);

    it('FX516: a failed upgrade uninstalls the release', async () => {
      const upgrades = (strategy: 'rollback' | 'uninstall'): Record<string, object> => ({
        once: { disableWait: true, remediation: { retries: 1, strategy } },
        last: { disableWait: true, remediation: { remediateLastFailure: true, strategy } },
        none: { disableWait: true, remediation: { strategy } },
        again: { ...quick, remediation: { retries: 1, strategy } },
      });
      const state = (strategy: 'rollback' | 'uninstall', size = '1Gi') =>
        Object.fromEntries(
          Object.entries(upgrades(strategy)).map(([name, upgrade]) => [
            name,
            of('named', { persistence: { size } }, { upgrade }),
          ]),
        );
      const names = Object.keys(upgrades('rollback'));
      await change(state('rollback'));
      await ready();
      const uids = () => Promise.all(names.map((name) => uidOf(claimOf(name))));
      const before = await uids();
      const { says, below } = await change(state('uninstall'));
      expect(says).toEqual(
        ['last', 'once'].map(
          (name) =>
            `FX516 HelmRelease/${name} in default may destroy all that the release has installed once an upgrade fails: spec.upgrade.remediation.strategy "rollback" → "uninstall"`,
        ),
      );
      expect(below[0]).toContain(
        'uninstalls the release with the claims and CRDs among its templates, and installs it',
      );
      await ready();
      expect(await uids()).toEqual(before);
      await change(state('uninstall', '2Gi'));
      for (const name of ['none', 'again']) await fails(name, 'updates to statefulset spec');
      for (const name of ['once', 'last']) await isUpgraded(name, 1);
      const after = await uids();
      expect(names.filter((_, index) => after[index] === before[index])).toEqual(['none', 'again']);
      expect(after).not.toContain(undefined);
    }, 180_000);
  },
  { long: true },
);
