import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { describeLive } from './describe-live.js';

const SOURCE = 'source.toolkit.fluxcd.io/v1';
const KUSTOMIZE = 'kustomize.toolkit.fluxcd.io/v1';
const HELM = 'helm.toolkit.fluxcd.io/v2';
const OCI = 'oci://charts.example.org/web';
const GIT = 'https://git.example.org/web';
const namespace = 'default';

const named = (apiVersion: string, kind: string, name: string, fields: object) => ({
  apiVersion,
  kind,
  metadata: { name, namespace },
  ...fields,
});
const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', name, namespace });
const service = (name: string, fields: object) =>
  named('v1', 'Service', name, { spec: { type: 'NodePort', selector: { app: 'web' }, ...fields } });
const nodePort = (name: string, port: number) => service(name, { ports: [{ port: 80, nodePort: port }] });
const healthPort = (name: string, port: number) =>
  service(name, {
    type: 'LoadBalancer',
    externalTrafficPolicy: 'Local',
    healthCheckNodePort: port,
    ports: [{ port: 80 }],
  });
const deployment = (name: string, pod: object, container: object = {}) => {
  const labels = { app: name };
  return named('apps/v1', 'Deployment', name, {
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web:1', ...container }], ...pod } },
    },
  });
};

describeLive('values that are taken, but not for what they say', (live) => {
  beforeAll(() => live().pushRepository(GIT, { 'README.md': 'web\n' }));

  const applied = async (object: object): Promise<Record<string, unknown>> => {
    const [found] = await live().apply(object);
    return found as unknown as Record<string, unknown>;
  };

  it('FX617: the API server tries out a node port that it then refuses', async () => {
    for (const bad of [nodePort('low', 8080), nodePort('none', 70_000), healthPort('health', 8080)]) {
      expect(await live().dryRun(bad)).toBeUndefined();
      await expect(live().apply(bad)).rejects.toThrow(/valid range.*30000-32767/s);
    }
    for (const good of [nodePort('first', 30_000), nodePort('last', 32_767), healthPort('healthy', 30_001)]) {
      await live().apply(good);
    }
  });

  it('FX617: the API server reads other values', async () => {
    const target = await applied(service('target', { ports: [{ name: 'zero', port: 80, targetPort: 0 }] }));
    expect(target).toMatchObject({ spec: { ports: [{ port: 80, targetPort: 80 }] } });

    const policy = named('networking.k8s.io/v1', 'NetworkPolicy', 'all', { spec: { policyTypes: ['Ingress'] } });
    expect(await applied(policy)).toMatchObject({ spec: { podSelector: {} } });

    expect(await applied(named('v1', 'ConfigMap', 'null', { data: { a: null } }))).toMatchObject({ data: { a: '' } });
    expect(await applied(named('v1', 'ConfigMap', 'bytes', { binaryData: { a: null } }))).toMatchObject({
      binaryData: { a: '' },
    });
    for (const field of ['data', 'stringData']) {
      const secret = named('v1', 'Secret', field.toLowerCase(), { [field]: { a: null } });
      expect(await applied(secret)).toMatchObject({ data: { a: '' } });
    }

    const zeros = { failureThreshold: 0, periodSeconds: 0, successThreshold: 0, timeoutSeconds: 0 };
    const probe = { httpGet: { path: '/', port: 80 } };
    const probed = deployment('probed', {}, { livenessProbe: { ...probe, ...zeros } });
    expect(await applied(probed)).toMatchObject({
      spec: {
        template: {
          spec: {
            containers: [
              { livenessProbe: { failureThreshold: 3, periodSeconds: 10, successThreshold: 1, timeoutSeconds: 1 } },
            ],
          },
        },
      },
    });

    const pod = { terminationGracePeriodSeconds: -5, containers: [{ name: 'web', image: 'web:1' }] };
    expect(await applied(named('v1', 'Pod', 'grace', { spec: pod }))).toMatchObject({
      spec: { terminationGracePeriodSeconds: 1 },
    });
  });

  it('FX680: no pod is made of an image with a space at its start', async () => {
    await live().apply(deployment('spaced', {}, { image: ' web:1' }));
    await live().until('the ReplicaSet says so', async () => {
      const all = await live().list({ apiVersion: 'apps/v1', kind: 'ReplicaSet', namespace });
      return all.some((one) =>
        one.status?.conditions?.some(({ message }) =>
          message?.includes('must not have leading or trailing whitespace'),
        ),
      );
    });
  });

  it('FX634 and FX648: source-controller finds nothing at the URL with a slash, nor in an empty range', async () => {
    live().pushCharts([{ url: OCI, name: 'web', version: '6.9.4' }]);
    const url = live().redirects()[OCI]!;
    const repository = (name: string, spec: object) =>
      named(SOURCE, 'OCIRepository', name, { spec: { interval: '1h', insecure: true, url, ...spec } });
    await live().apply(
      repository('slash', { url: `${url}/`, ref: { tag: '6.9.4' } }),
      repository('comma', { ref: { semver: '6,9.4' } }),
      repository('space', { ref: { semver: '6 9.4' } }),
      repository('good', { ref: { semver: '6, 6.9.4' } }),
    );
    const says = async (name: string, words: string) =>
      live().until(`${name}: ${words}`, async () => {
        const found = await live().get({ apiVersion: SOURCE, kind: 'OCIRepository', name, namespace });
        return found?.status?.conditions?.some(({ type, message }) => type === 'Ready' && message?.includes(words));
      });
    await says('slash', '/web//manifests/6.9.4: NAME_UNKNOWN');
    await says('comma', 'no match found for semver: 6,9.4');
    await says('space', 'no match found for semver: 6 9.4');
    await says('good', 'stored artifact');
  });

  it('FX674: a release has none of the values of a text, list or number', async () => {
    const release = (name: string, values: unknown) =>
      named(HELM, 'HelmRelease', name, {
        spec: { interval: '1h', chartRef: { kind: 'OCIRepository', name: 'good' }, values },
      });
    const all = { text: 'replicas: 2', list: ['replicas'], number: 2, object: { replicas: 2 } };
    await live().apply(...Object.entries(all).map(([name, values]) => release(name, values)));
    const seen: Record<string, unknown> = {};
    for (const name of Object.keys(all)) {
      await live().until(`${name} is installed`, async () => {
        const found = await live().get({ apiVersion: HELM, kind: 'HelmRelease', name, namespace });
        return found?.status?.conditions?.some((one) => one.type === 'Ready' && one.status === 'True');
      });
      const values = await live().get(configMap(`${name}-values-seen`));
      seen[name] = (values as unknown as { data: Record<string, string> }).data['values.json'];
    }
    expect(seen).toEqual({ text: '{}', list: '{}', number: '{}', object: '{"replicas":2}' });
  });

  it('FX673: Flux does not look again where the interval is zero', async () => {
    const url = live().redirects()[GIT]!;
    const source = (name: string, interval: string) =>
      named(SOURCE, 'GitRepository', name, { spec: { interval, url, ref: { branch: 'main' } } });
    const kustomization = (name: string, spec: object) =>
      named(KUSTOMIZE, 'Kustomization', name, {
        spec: {
          interval: '1h',
          path: `./${name}`,
          prune: true,
          sourceRef: { kind: 'GitRepository', name: 'often' },
          ...spec,
        },
      });
    const data = (name: string) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, namespace: default }\ndata: { a: '\${A:=b}' }\n`;
    const names = ['drifts', 'restored', 'gives-up', 'tries-again'];
    await live().pushRepository(GIT, Object.fromEntries(names.map((name) => [`${name}/object.yaml`, data(name)])));
    const vars = (name: string) => ({ postBuild: { substituteFrom: [{ kind: 'ConfigMap', name }] } });
    await live().apply(
      source('once', '0s'),
      source('often', '1s'),
      kustomization('drifts', { interval: '0s' }),
      kustomization('restored', { interval: '1s' }),
      kustomization('gives-up', { retryInterval: '0s', ...vars('late') }),
      kustomization('tries-again', { retryInterval: '1s', ...vars('late') }),
    );
    const revisionOf = async (name: string) => {
      const { status } = (await live().get({ apiVersion: SOURCE, kind: 'GitRepository', name, namespace })) ?? {};
      return (status?.['artifact'] as { readonly revision?: string } | undefined)?.revision;
    };
    const isThere = async (name: string) => (await live().get(configMap(name))) !== undefined;
    const hasFailed = async (name: string) => {
      const { status } = (await live().get({ apiVersion: KUSTOMIZE, kind: 'Kustomization', name, namespace })) ?? {};
      return status?.conditions?.some((one) => one.type === 'Ready' && one.status === 'False');
    };
    await live().until('all have run', async () => {
      const done = [
        revisionOf('once'),
        isThere('drifts'),
        isThere('restored'),
        hasFailed('gives-up'),
        hasFailed('tries-again'),
      ];
      return (await Promise.all(done)).every(Boolean);
    });
    const first = await revisionOf('once');

    await live().delete(configMap('drifts'));
    await live().delete(configMap('restored'));
    await live().apply(named('v1', 'ConfigMap', 'late', { data: { A: 'c' } }));
    await live().until('what has an interval is restored', () => isThere('restored'));
    await live().until('what has an interval is tried again', () => isThere('tries-again'));
    await sleep(5000);
    expect({ drifts: await isThere('drifts'), givesUp: await isThere('gives-up') }).toEqual({
      drifts: false,
      givesUp: false,
    });

    await live().pushRepository(GIT, { 'README.md': 'another commit\n' });
    await live().until('the source with an interval has it', async () => (await revisionOf('often')) !== first);
    await sleep(5000);
    expect(await revisionOf('once')).toBe(first);
  });

  it("FX529: Flux writes a file's values over those that Terraform wrote into the same ConfigMap", async () => {
    const name = 'cluster-vars-terraform';
    await live().apply(named('v1', 'ConfigMap', name, { data: { TF_HOST: 'of-terraform', TF_ONLY: 'of-terraform' } }));
    const file = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, namespace: default }\ndata: { TF_HOST: of-file }\n`;
    const url = 'https://git.example.org/vars';
    await live().pushRepository(url, { 'vars.yaml': file });
    const source = { interval: '1h', url: live().redirects()[url]!, ref: { branch: 'main' } };
    await live().apply(
      named(SOURCE, 'GitRepository', 'vars', { spec: source }),
      named(KUSTOMIZE, 'Kustomization', 'vars', {
        spec: { interval: '1h', path: './', prune: true, sourceRef: { kind: 'GitRepository', name: 'vars' } },
      }),
    );
    await live().until("the file's value is there", async () => {
      const { data } = ((await live().get(configMap(name))) ?? {}) as { data?: Record<string, string> };
      return data?.['TF_HOST'] === 'of-file' && data['TF_ONLY'] === 'of-terraform';
    });
  });
});
