import { afterAll, beforeEach, expect, it } from 'vitest';
import { diffJson } from '../../src/diff/print/diff-json.js';
import { Repository } from '../changes/repository.js';
import { deployment, diffOf, plainApp, publish } from './diff-of.js';

let repository = new Repository();
beforeEach(() => {
  repository.remove();
  repository = new Repository();
});
afterAll(() => repository.remove());

interface JsonObjectDiff {
  readonly kind: string;
  readonly change: string;
  readonly fields: readonly { readonly path: string; readonly from?: unknown; readonly to?: unknown }[];
  readonly effects: readonly { readonly text: string; readonly kind: string; readonly isUnsure?: boolean }[];
}

/** What the JSON says of a change of one object, or of a few. */
const objectsOf = async (before: readonly object[], after: readonly object[]): Promise<readonly JsonObjectDiff[]> => {
  publish(repository, plainApp({ dev: { web: { objects: before } } }));
  const json = diffJson(await diffOf(repository, plainApp({ dev: { web: { objects: after } } }))) as {
    readonly clusters: readonly { readonly objects: readonly JsonObjectDiff[] }[];
  };
  return json.clusters.flatMap(({ objects }) => objects);
};
const fieldsOf = async (before: object, after: object): Promise<readonly string[]> =>
  (await objectsOf([before], [after])).flatMap(({ fields, effects }) => [
    ...fields.map(({ path, from, to }) => `${path} ${JSON.stringify(from)} → ${JSON.stringify(to)}`),
    ...effects.map(({ text }) => `! ${text}`),
  ]);

const container = (more: object, image = 'web:1') => ({
  ...deployment(image),
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image, ...more }] } },
  },
});
const cpu = (amount: string | number) => ({ resources: { requests: { cpu: amount } } });

it.each([
  ['a default', {}, { imagePullPolicy: 'IfNotPresent', terminationMessagePath: '/dev/termination-log' }],
  ['an amount', cpu('1'), cpu('1000m')],
  ['an amount as a number', cpu('2'), cpu(2)],
  ['a flag that is off', {}, { tty: false }],
])('says nothing of %s that is written in another way', async (_, from, to) => {
  expect(await fieldsOf(container(from), container(to))).toEqual([]);
});

it.each([
  ['web:1', 'IfNotPresent'],
  ['web:latest', 'Always'],
  ['web', 'Always'],
  ['registry:5000/web', 'Always'],
  [`web@sha256:${'0'.repeat(64)}`, 'IfNotPresent'],
])('knows when pods of %s are pulled', async (image, policy) => {
  expect(await fieldsOf(container({}, image), container({ imagePullPolicy: policy }, image))).toEqual([]);
  expect(await fieldsOf(container({}, image), container({ imagePullPolicy: 'Never' }, image))).toEqual([
    `spec.template.spec.containers[web].imagePullPolicy "${policy}" → "Never"`,
    '! its pods restart',
  ]);
});

const service = (spec: object) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', namespace: 'default' },
  spec: { selector: { app: 'web' }, ...spec },
});

it('knows the defaults of other kinds', async () => {
  const short = service({ ports: [{ port: 80 }] });
  const long = service({ type: 'ClusterIP', ports: [{ port: 80, targetPort: 80, protocol: 'TCP' }] });
  expect(await fieldsOf(short, long)).toEqual([]);
  const rolling = { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } } };
  expect(await fieldsOf(deployment('web:1'), deployment('web:1', { ...rolling, replicas: 1 }))).toEqual([]);
  expect(await fieldsOf(deployment('web:1'), deployment('web:1', { strategy: { type: 'Recreate' } }))).toEqual([
    'spec.strategy.type "RollingUpdate" → "Recreate"',
    // The default of rollingUpdate stays in the cluster, where it may not be beside that type.
    '! the API server refuses the update of spec.strategy.type',
  ]);
});

const release = (spec: object, chart: object = {}) => ({
  apiVersion: 'helm.toolkit.fluxcd.io/v2',
  kind: 'HelmRelease',
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    interval: '10m',
    chart: { spec: { chart: 'web', version: '1.0.0', sourceRef: { kind: 'HelmRepository', name: 'web' }, ...chart } },
    ...spec,
  },
});

it.each([
  ["the chart's interval", release({}, { interval: '3m' }), false],
  ['a default of the CRD', release({}, { reconcileStrategy: 'ChartVersion' }), false],
  ['a timeout', release({ timeout: '7m' }), false],
  ['values that only the cluster has', release({ valuesFrom: [{ kind: 'Secret', name: 'web' }] }), 'perhaps'],
  ['values', release({ values: { a: 1 } }), true],
  ['a version', release({}, { version: '1.1.0' }), true],
  ['metadata of its objects', release({ commonMetadata: { labels: { team: 'web' } } }), true],
  ['post-renderers', release({ postRenderers: [{ kustomize: { images: [{ name: 'web', newTag: '2' }] } }] }), true],
  ['another source', release({}, { sourceRef: { kind: 'HelmRepository', name: 'mirror' } }), 'perhaps'],
  ['a range of versions', release({}, { version: '1.x' }), 'perhaps'],
  ['files with values', release({}, { valuesFiles: ['values.yaml', 'prod.yaml'] }), true],
])('says of a release whether Helm upgrades it for %s', async (_, after, isUpgrade) => {
  expect(await upgradeOf(release({}), after)).toBe(isUpgrade);
});

const upgradeOf = async (before: object, after: object): Promise<boolean | 'perhaps'> => {
  const objects = await objectsOf([before], [after]);
  const [upgrade] = objects.flatMap(({ effects }) => effects.filter(({ kind }) => kind === 'upgrade'));
  return upgrade?.isUnsure === true ? 'perhaps' : upgrade !== undefined;
};

const inGit = (chart: object, spec: object = {}) =>
  release(spec, { chart: './charts/web', sourceRef: { kind: 'GitRepository', name: 'web' }, ...chart });
const packed = (chart: object, spec: object = {}) => release(spec, { valuesFiles: ['prod.yaml'], ...chart });

it.each([
  ["a version, which Git doesn't read", inGit({}), inGit({ version: '1.1.0' }), false],
  ['another path', inGit({}), inGit({ chart: './charts/other' }), 'perhaps'],
  ['revisions as versions', inGit({}), inGit({ reconcileStrategy: 'Revision' }), 'perhaps'],
  ["the chart's interval with values files", packed({}), packed({ interval: '3m' }), true],
  ['its interval with values files', packed({}), packed({}, { interval: '3m' }), true],
  ['its timeout with values files', packed({}), packed({}, { timeout: '3m' }), false],
])('knows how source-controller numbers charts: %s', async (_, before, after, isUpgrade) => {
  expect(await upgradeOf(before, after)).toBe(isUpgrade);
});

it.each([
  ['a tag', { ref: { tag: '1.0.0' } }, { ref: { tag: '1.1.0' } }, true],
  ['a range', { ref: { semver: '1.0.x' } }, { ref: { semver: '1.1.x' } }, 'perhaps'],
  ['an address', { ref: { tag: '1.0.0' } }, { ref: { tag: '1.0.0' }, url: 'oci://example.org/mirror' }, 'perhaps'],
  ['an interval', { ref: { tag: '1.0.0' } }, { ref: { tag: '1.0.0' }, interval: '3m' }, false],
])('says of a source whether Helm upgrades a release for %s', async (_, before, after, isUpgrade) => {
  const repositoryOf = (spec: object) => ({
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'OCIRepository',
    metadata: { name: 'web', namespace: 'default' },
    spec: { interval: '10m', url: 'oci://example.org/web', ...spec },
  });
  const { chart: _chart, ...spec } = release({}).spec;
  const user = { ...release({}), spec: { ...spec, chartRef: { kind: 'OCIRepository', name: 'web' } } };
  const objects = await objectsOf([repositoryOf(before), user], [repositoryOf(after), user]);
  const [upgrade] = objects.flatMap(({ effects }) => effects.filter(({ kind }) => kind === 'upgrade'));
  expect(upgrade?.isUnsure === true ? 'perhaps' : upgrade !== undefined).toBe(isUpgrade);
});

it('tells labels and annotations one by one, since others have some, too', async () => {
  const labelled = (labels?: object) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: 'default', ...(labels === undefined ? {} : { labels }) },
  });
  expect(await fieldsOf(labelled({ tier: 'front' }), labelled())).toEqual(['metadata.labels.tier "front" → undefined']);
});
