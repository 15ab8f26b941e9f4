import { afterAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/json/json-value.js';
import { changed, manifest } from '../schema/update/update-case.js';
import { changesOf } from './changes-of.js';
import { describeLive } from './describe-live.js';
import type { ObjectRef } from './kube-object.js';

const namespace = 'default';
const podsOf = (name: string, spec: JsonObject = {}): JsonObject => ({
  selector: { matchLabels: { app: name } },
  template: { metadata: { labels: { app: name } }, spec: { ...spec, containers: [{ name, image: name }] } },
});
const workload = (kind: 'Deployment' | 'StatefulSet', name: string, spec: JsonObject, pods: JsonObject = {}) =>
  manifest('apps/v1', kind, {
    metadata: { name, namespace },
    spec: { ...podsOf(name, pods), ...(kind === 'StatefulSet' ? { serviceName: name } : {}), ...spec },
  });
const claim = (name: string, more: JsonObject = {}): JsonObject =>
  manifest('v1', 'PersistentVolumeClaim', {
    metadata: { name, namespace },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: '',
      resources: { requests: { storage: '1Gi' } },
      ...more,
    },
  });
const service = (name: string, spec: JsonObject): JsonObject =>
  manifest('v1', 'Service', { metadata: { name, namespace }, spec: { ports: [{ port: 80 }], ...spec } });
const refOf = (kind: string, name: string, apiVersion = 'v1'): ObjectRef => ({ apiVersion, kind, name, namespace });

describeLive(
  'a change of a field',
  (live) => {
    const { change, remove } = changesOf(live);
    afterAll(remove);
    const ready = () => live().untilReady({ timeout: 40_000 });
    const isThere = async (ref: ObjectRef): Promise<boolean> => {
      const object = await live().get(ref);
      return object !== undefined && object.metadata['deletionTimestamp'] === undefined;
    };
    const uidOf = async (ref: ObjectRef) => (await live().get(ref))?.metadata.uid;
    const podsNamed = async (app: string, of = namespace) =>
      (await live().list({ apiVersion: 'v1', kind: 'Pod', namespace: of, labelSelector: `app=${app}` })).filter(
        ({ metadata }) => metadata['deletionTimestamp'] === undefined,
      );

    it('FX516: without spec.replicas there is one pod, unless others own the field', async () => {
      const kinds = { alone: 'Deployment', set: 'StatefulSet', scaled: 'Deployment', handed: 'Deployment' } as const;
      const names = Object.keys(kinds) as (keyof typeof kinds)[];
      const scaler = (name: string): JsonObject =>
        manifest('autoscaling/v2', 'HorizontalPodAutoscaler', {
          metadata: { name, namespace },
          spec: {
            scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
            minReplicas: 3,
            maxReplicas: 5,
            metrics: [
              { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
            ],
          },
        });
      const state = (spec: JsonObject) => ({
        ...Object.fromEntries(names.map((name) => [name, { objects: [workload(kinds[name], name, spec)] }])),
        scalers: { objects: ['scaled', 'handed'].map(scaler) },
      });
      const ref = (name: keyof typeof kinds) => refOf(kinds[name], name, 'apps/v1');
      await change(state({ replicas: 3 }));
      await ready();
      const manager = 'handover-to-hpa';
      const path = `/apis/apps/v1/namespaces/${namespace}/deployments/handed?fieldManager=${manager}`;
      const { apiVersion, kind } = ref('handed');
      const alone = JSON.stringify({ apiVersion, kind, metadata: { name: 'handed' }, spec: { replicas: 3 } });
      await live().request('PATCH', path, alone, 'application/apply-patch+yaml');
      const deployments = await live().record({ apiVersion: 'apps/v1', kind: 'Deployment', namespace });
      const { says, below } = await change(state({}));
      const down = 'in default may go down to one pod: spec.replicas 3 → not set';
      expect(says).toEqual([
        ...['alone', 'handed', 'scaled'].map((name) => `FX516 Deployment/${name} ${down}`),
        `FX516 StatefulSet/set ${down}`,
      ]);
      const effect = 'Flux owns spec.replicas, so the API server sets it to 1 once Flux leaves it out';
      expect(below).toContain(effect);
      expect(below).toContain(`${effect}, until its autoscaler has scaled it again`);
      expect(below.join()).toContain(`kubectl apply --server-side --field-manager=${manager} of a manifest`);
      await ready();
      const replicas = async (name: keyof typeof kinds) => (await live().get(ref(name)))?.spec?.['replicas'];
      expect([await replicas('alone'), await replicas('set')]).toEqual([1, 1]);
      await live().until('the autoscaler has scaled it', async () => (await replicas('scaled')) === 3);
      const seen = (name: string) =>
        deployments()
          .filter(({ metadata }) => metadata.name === name)
          .map(({ spec }) => spec?.['replicas'])
          .filter((one, index, all) => one !== all[index - 1]);
      expect([seen('scaled'), seen('handed')]).toEqual([[3, 1, 3], [3]]);
    }, 180_000);

    it('FX559: a Kustomization that forces replaces claims and Services', async () => {
      const state = (force: boolean, later: boolean) => ({
        forced: {
          objects: [
            claim('forced', later ? { storageClassName: 'fast' } : {}),
            service('forced', later ? { clusterIP: 'None' } : {}),
            manifest('v1', 'ConfigMap', { metadata: { name: 'forced', namespace }, data: { a: String(later) } }),
          ],
          kustomization: { force },
        },
      });
      const refs = ['PersistentVolumeClaim', 'Service', 'ConfigMap'].map((kind) => refOf(kind, 'forced'));
      const uids = () => Promise.all(refs.map(uidOf));
      await change(state(false, false));
      await ready();
      const before = await uids();
      const { says, below } = await change(state(true, false));
      expect(says).toEqual([
        "FX559 Kustomization/forced in flux-system deletes and recreates what it can't update from now on: spec.force false → true",
      ]);
      expect(below[0]).toContain('Flux deletes the object and creates it again, with claims and Services among them');
      await ready();
      expect(await uids()).toEqual(before);
      expect((await change(state(true, true))).says).toEqual([
        'FX515 PersistentVolumeClaim/forced in default is replaced: spec.storageClassName "" → "fast"',
        'FX515 Service/forced in default is replaced: spec.clusterIP is added',
      ]);
      await ready();
      expect((await uids()).map((uid, index) => uid === before[index])).toEqual([false, false, true]);
    }, 180_000);

    it('FX559: a webhook for all that fails closed stops its own pods too', async () => {
      const hook = {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingWebhookConfiguration',
        name: 'hook',
      };
      const state = (failurePolicy: string, excludes = false) => ({
        hook: {
          objects: [
            manifest(hook.apiVersion, hook.kind, {
              metadata: { name: 'hook' },
              webhooks: [
                {
                  name: 'all.example.org',
                  admissionReviewVersions: ['v1'],
                  sideEffects: 'None',
                  failurePolicy,
                  clientConfig: { url: 'https://127.0.0.1:1/' },
                  rules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['CREATE'], resources: ['*'] }],
                  ...(excludes
                    ? {
                        namespaceSelector: {
                          matchExpressions: [
                            { key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['hooks', 'kube-system'] },
                          ],
                        },
                      }
                    : {}),
                },
              ],
            }),
          ],
        },
      });
      await live().apply(
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'hooks' } },
        changed(workload('Deployment', 'hook', {}), { metadata: { namespace: 'hooks' } }),
      );
      const startsAgain = async () => {
        const [pod] = await live().until('its pod', async () => {
          const pods = await podsNamed('hook', 'hooks');
          return pods.length > 0 && pods;
        });
        await live().delete({ apiVersion: 'v1', kind: 'Pod', name: pod!.metadata.name, namespace: 'hooks' });
        return pod!.metadata.uid;
      };
      const another = (uid: unknown) =>
        live().until('another pod', async () =>
          (await podsNamed('hook', 'hooks')).some((one) => one.metadata.uid !== uid),
        );
      await change(state('Ignore'));
      await ready();
      await another(await startsAgain());

      try {
        const { says, below } = await change(state('Fail'));
        expect(says).toEqual([
          'FX559 ValidatingWebhookConfiguration/hook can stop the whole cluster from now on: webhooks[all.example.org].failurePolicy "Ignore" → "Fail"',
        ]);
        expect(below).toEqual([
          'while its pods are down, the API server refuses every request that its rules match, including those that start its pods',
          'exclude its own namespace and kube-system with namespaceSelector, or keep failurePolicy: Ignore',
        ]);
        await ready();
        const gone = await startsAgain();
        await live().until('the API server refuses its pod', async () =>
          (await live().list({ apiVersion: 'apps/v1', kind: 'ReplicaSet', namespace: 'hooks' })).some(({ status }) =>
            status?.conditions?.some(
              ({ message }) => message?.includes('failed calling webhook "all.example.org"') === true,
            ),
          ),
        );
        expect(await podsNamed('hook', 'hooks')).toEqual([]);
        await expect(
          live().apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'any', namespace } }),
        ).rejects.toThrow('failed calling webhook');

        await change(state('Fail', true));
        await ready();
        await another(gone);
        await expect(
          live().apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'any', namespace } }),
        ).rejects.toThrow('failed calling webhook');
      } finally {
        // It would refuse the cases after this one.
        await live().delete(hook);
      }
    }, 180_000);

    it('FX559: a Service that selects none of its pods has no endpoints', async () => {
      const state = (app: string, port: number) => ({
        web: {
          objects: [
            workload('Deployment', 'web', { replicas: 2 }),
            service('web', { selector: { app }, ports: [{ port }] }),
          ],
        },
      });
      await change(state('web', 80));
      await ready();
      const endpoints = async () =>
        (
          await live().list({
            apiVersion: 'discovery.k8s.io/v1',
            kind: 'EndpointSlice',
            namespace,
            labelSelector: 'kubernetes.io/service-name=web',
          })
        )
          .flatMap((slice) => (slice['endpoints'] ?? []) as readonly { conditions: { ready: boolean } }[])
          .filter(({ conditions }) => conditions.ready).length;
      await live().until('two endpoints', async () => (await endpoints()) === 2);
      const { says, below } = await change(state('site', 80));
      expect(says).toEqual([
        'FX559 Service/web in default selects none of the pods that it had: Deployment/web in default',
      ]);
      expect(below[0]).toBe('requests to the Service fail as soon as Flux applies the change');
      await ready();
      await live().until('no endpoint', async () => (await endpoints()) === 0);
      expect(await podsNamed('web')).toHaveLength(2);
    }, 180_000);

    it('FX559: an emptyDir in the place of a claim', async () => {
      const state = (volume: JsonObject) => ({
        data: {
          objects: [claim('data'), workload('Deployment', 'data', {}, { volumes: [{ name: 'data', ...volume }] })],
        },
      });
      await change(state({ persistentVolumeClaim: { claimName: 'data' } }));
      await ready();
      const before = await uidOf(refOf('PersistentVolumeClaim', 'data'));
      const { says, below } = await change(state({ emptyDir: {} }));
      expect(says).toEqual([
        'FX559 Deployment/data in default keeps its data in the pod from now on: spec.template.spec.volumes[data].persistentVolumeClaim {"claimName":"data"} → not set',
      ]);
      expect(below[0]).toContain('nothing reads the data on the claim any more');
      await ready();
      await live().until('its pod has the emptyDir', async () => {
        const pods = await podsNamed('data');
        return pods.length === 1 && JSON.stringify(pods[0]!.spec?.['volumes']).includes('"emptyDir"');
      });
      expect(await uidOf(refOf('PersistentVolumeClaim', 'data'))).toBe(before);
    }, 180_000);

    it('FX559: whenScaled: Delete deletes nothing before there are fewer replicas', async () => {
      const set = (name: string, whenScaled: string, replicas: number, start = 0) =>
        workload('StatefulSet', name, {
          replicas,
          ordinals: { start },
          podManagementPolicy: 'Parallel',
          persistentVolumeClaimRetentionPolicy: { whenScaled },
          volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claim('data')['spec'] as JsonObject }],
        });
      const names = ['fewer', 'later', 'kept'].flatMap((name) => [0, 1].map((one) => `data-${name}-${one}`));
      const claims = async () => {
        const there = await Promise.all(names.map((name) => isThere(refOf('PersistentVolumeClaim', name))));
        return names.filter((_, index) => there[index]);
      };
      const state = (whenScaled: string) => ({
        sets: { objects: ['fewer', 'later', 'kept'].map((name) => set(name, whenScaled, 2)) },
      });
      await change(state('Retain'));
      await ready();
      await live().until('their claims', async () => (await claims()).length === 6);
      const { says, below } = await change(state('Delete'));
      expect(says).toEqual(
        ['fewer', 'kept', 'later'].map(
          (name) =>
            `FX559 StatefulSet/${name} in default deletes the claims of removed pods from now on when it gets fewer replicas: spec.persistentVolumeClaimRetentionPolicy.whenScaled "Retain" → "Delete"`,
        ),
      );
      expect(below[0]).toBe('this change itself deletes nothing');
      await ready();
      expect(await claims()).toEqual(names);
      const fewer = [set('fewer', 'Delete', 1), set('later', 'Delete', 1, 1), set('kept', 'Retain', 1)];
      expect((await change({ sets: { objects: fewer } })).says).toEqual([
        'FX517 StatefulSet/fewer in default destroys its claim data-fewer-1 with its data: spec.replicas 2 → 1',
        'FX517 StatefulSet/later in default destroys its claim data-later-0 with its data: spec.replicas 2 → 1, spec.ordinals.start 0 → 1',
      ]);
      await live().until('two claims are gone', async () => (await claims()).length === 4);
      await live().until('one pod each', async () => {
        const pods = await Promise.all(['fewer', 'later', 'kept'].map((name) => podsNamed(name)));
        return pods.every((all) => all.length === 1);
      });
      await ready();
      expect(await claims()).toEqual(['data-fewer-0', 'data-later-1', 'data-kept-0', 'data-kept-1']);
    }, 180_000);

    it('FX516: without its conversion webhook, a CRD drops what the other version lacks', async () => {
      const version = (name: string, storage: boolean, ...fields: readonly string[]): JsonObject => ({
        name,
        served: true,
        storage,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: { type: 'object', properties: Object.fromEntries(fields.map((one) => [one, { type: 'string' }])) },
            },
          },
        },
      });
      const webhook = { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://127.0.0.1:1/' } };
      const state = (conversion: JsonObject) => ({
        crd: {
          objects: [
            manifest('apiextensions.k8s.io/v1', 'CustomResourceDefinition', {
              metadata: { name: 'widgets.example.org' },
              spec: {
                group: 'example.org',
                scope: 'Namespaced',
                names: { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
                conversion,
                versions: [version('v1', true, 'name', 'size'), version('v2', false, 'name')],
              },
            }),
          ],
        },
      });
      await change(state({ strategy: 'Webhook', webhook }));
      await ready();
      const widget = refOf('Widget', 'one', 'example.org/v1');
      const second = refOf('Widget', 'one', 'example.org/v2');
      await live().apply({
        apiVersion: widget.apiVersion,
        kind: 'Widget',
        metadata: { name: 'one', namespace },
        spec: { name: 'a', size: 'b' },
      });
      await expect(live().get(second)).rejects.toThrow('conversion webhook');
      const { says, below } = await change(state({ strategy: 'None' }));
      expect(says).toEqual([
        'FX516 CustomResourceDefinition/widgets.example.org may destroy fields of each Widget that is stored in another version than it is read in: spec.conversion.strategy "Webhook" → "None"',
      ]);
      expect(below[0]).toContain('without the webhook the API server drops the fields that the other version lacks');
      await ready();
      await live().until(
        'the version without the webhook',
        async () =>
          (await live()
            .get(second)
            .catch(() => undefined)) !== undefined,
      );
      expect((await live().get(widget))?.spec).toEqual({ name: 'a', size: 'b' });
      expect((await live().get(second))?.spec).toEqual({ name: 'a' });
      await live().patch(second, { metadata: { labels: { a: 'b' } } });
      expect((await live().get(widget))?.spec).toEqual({ name: 'a' });
    }, 180_000);

    it('FX517: a Service that is no LoadBalancer any more has no addresses', async () => {
      const state = (type: string) => ({ lb: { objects: [service('lb', { type, selector: { app: 'lb' } })] } });
      await change(state('LoadBalancer'));
      await ready();
      const path = `/api/v1/namespaces/${namespace}/services/lb/status`;
      await live().request(
        'PATCH',
        path,
        JSON.stringify({ status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } } }),
        'application/merge-patch+json',
      );
      const { says, below } = await change(state('ClusterIP'));
      expect(says).toEqual([
        'FX517 Service/lb in default destroys its load balancer and its addresses: spec.type "LoadBalancer" → "ClusterIP"',
      ]);
      expect(below[0]).toContain('the load balancer is deleted');
      await ready();
      expect((await live().get(refOf('Service', 'lb')))?.status?.['loadBalancer']).toEqual({});
    }, 180_000);
  },
  { long: true },
);
