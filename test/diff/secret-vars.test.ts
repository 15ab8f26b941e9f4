import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diffJson } from '../../src/diff/print/diff-json.js';
import { printDiffMarkdown } from '../../src/diff/print/print-markdown.js';
import { printDiffText } from '../../src/diff/print/print-text.js';
import type { DiffResult } from '../../src/diff/run-diff.js';
import { Repository } from '../changes/repository.js';
import { configMap, deployment, diffOf, type PlainAddon, plainApp, publish } from './diff-of.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const secret = (stringData: object) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'login', namespace: 'default' },
  stringData,
});
const release = (spec: object) => ({
  apiVersion: 'helm.toolkit.fluxcd.io/v2',
  kind: 'HelmRelease',
  metadata: { name: 'shop', namespace: 'default' },
  spec: {
    interval: '10m',
    chart: { spec: { chart: 'shop', version: '1.0.0', sourceRef: { kind: 'HelmRepository', name: 'charts' } } },
    ...spec,
  },
});
const externalSecret = (data: object) => ({
  apiVersion: 'external-secrets.io/v1',
  kind: 'ExternalSecret',
  metadata: { name: 'a', namespace: 'default' },
  spec: { target: { template: { data } }, dataFrom: [{ extract: { key: 'a' } }] },
});
const env = (value: string) =>
  deployment('web:1', {
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'web:1', env: [{ name: 'ADDRESS', value }] }] },
    },
  });
const kustomization = (name: string, spec: object) => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name, namespace: 'flux-system' },
  spec: {
    interval: '10m',
    prune: true,
    path: './other',
    sourceRef: { kind: 'GitRepository', name: 'flux-system' },
    ...spec,
  },
});

type Addons = (value: string) => Readonly<Record<string, PlainAddon>>;

/** An addon whose Kustomization substitutes `X` and `Y`. */
const addon = (value: string, objects: readonly object[], more: object = {}): PlainAddon => ({
  objects,
  kustomization: { postBuild: { substitute: { X: value, Y: 'plain', ...more } } },
});

const printedOf = (result: DiffResult): string =>
  [printDiffText(result), printDiffMarkdown(result), JSON.stringify(diffJson(result))].join('\n');

/** Each has a var in a place that is hidden. */
const hidden: readonly (readonly [what: string, addons: Addons])[] = [
  ['a Secret', (value) => ({ web: addon(value, [secret({ a: '${X}' })]) })],
  ['a part of a Secret', (value) => ({ web: addon(value, [secret({ a: 'user:${X}@host' })]) })],
  ['base64 of a Secret', (value) => ({ web: addon(value, [{ ...secret({}), data: { a: '${X}' } }]) })],
  ['a Secret in quotes', (value) => ({ web: addon(value, [secret({ a: '${q}${X}${q}' })], { q: '"' }) })],
  ['a Secret by a default', (value) => ({ web: addon(value, [secret({ a: '${X:=none}' })]) })],
  ['a Secret in capitals', (value) => ({ web: addon(value, [secret({ a: '${X^^}' })]) })],
  ['a part of the value', (value) => ({ web: addon(value, [secret({ a: '${X:0:4}' })]) })],
  ['a Secret and a plain field', (value) => ({ web: addon(value, [secret({ a: '${X}' }), env('http://${X}')]) })],
  ['a Secret and a file', (value) => ({ web: addon(value, [secret({ a: '${X}' }), configMap({ a: 'b=${X}' })]) })],
  [
    'a Secret and values',
    (value) => ({ web: addon(value, [secret({ a: '${X}' }), release({ values: { a: 'b/${X}' } })]) }),
  ],
  [
    'a Secret and values of a ConfigMap',
    (value) => ({
      web: addon(value, [
        secret({ a: '${X}' }),
        configMap({ 'values.yaml': 'a: ${X}\n' }, 'values'),
        release({ valuesFrom: [{ kind: 'ConfigMap', name: 'values' }] }),
      ]),
    }),
  ],
  [
    'a Secret with values',
    (value) => ({
      web: addon(value, [
        secret({ 'values.yaml': 'a: ${X}\n', b: '${X}' }),
        release({
          valuesFrom: [
            { kind: 'Secret', name: 'login' },
            { kind: 'Secret', name: 'login', valuesKey: 'b', targetPath: 'c.d' },
          ],
        }),
      ]),
    }),
  ],
  ['a template of a Secret', (value) => ({ web: addon(value, [externalSecret({ a: '${X}' })]) })],
  ['a URL', (value) => ({ web: addon(value, [env('postgres://app:${X}@db/app')]) })],
  [
    'a password of values',
    (value) => ({ web: addon(value, [release({ values: { auth: { adminPassword: '${X}' } } })]) }),
  ],
  ['a password of a file', (value) => ({ web: addon(value, [configMap({ a: 'user: app\npassword: ${X}\n' })]) })],
  ['a cookie', (value) => ({ web: addon(value, [configMap({ a: 'Set-Cookie: session=${X}; Path=/\n' })]) })],
  ['a signed URL', (value) => ({ web: addon(value, [configMap({ a: 'https://example.org/a?sv=1&sig=${X}' })]) })],
  [
    'a patch of a Secret',
    (value) => ({
      web: {
        objects: [secret({ b: 'c' })],
        kustomization: {
          postBuild: { substitute: { X: value } },
          patches: [{ target: { kind: 'Secret' }, patch: '- op: add\n  path: /stringData/a\n  value: ${X}\n' }],
        },
      },
    }),
  ],
  [
    'the inputs of a ResourceSet',
    (value) => ({
      web: addon(value, [
        {
          apiVersion: 'fluxcd.controlplane.io/v1',
          kind: 'ResourceSet',
          metadata: { name: 'a', namespace: 'default' },
          spec: { inputs: [{ pass: '${X}' }], resources: [secret({ a: '<< inputs.pass >>' })] },
        },
      ]),
    }),
  ],
  [
    'a ConfigMap of vars',
    (value) => ({
      vars: {
        objects: [{ ...configMap({ X: value, Z: 'z' }, 'vars'), metadata: { name: 'vars', namespace: 'flux-system' } }],
      },
      web: {
        objects: [secret({ a: '${X}' })],
        kustomization: { postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'vars' }] } },
      },
    }),
  ],
  [
    'a value at a path of values',
    (value) => ({
      web: {
        objects: [
          configMap({ a: value }),
          release({
            valuesFrom: [{ kind: 'ConfigMap', name: 'settings', valuesKey: 'a', targetPath: 'auth.adminPassword' }],
          }),
        ],
      },
    }),
  ],
  [
    'a variable from a ConfigMap',
    (value) => ({
      web: {
        objects: [
          configMap({ a: value }),
          deployment('web:1', {
            template: {
              spec: {
                containers: [
                  {
                    name: 'web',
                    image: 'web:1',
                    env: [{ name: 'DB_PASSWORD', valueFrom: { configMapKeyRef: { name: 'settings', key: 'a' } } }],
                  },
                ],
              },
            },
          }),
        ],
      },
    }),
  ],
  ['an error of Flux', (value) => ({ web: addon(`${value}: *`, [secret({ a: '${X}' }), configMap({ a: '${X}' })]) })],
];

/** All of them in one cluster, each in a namespace and Kustomizations of its own. */
const everyCase = (value: string) =>
  plainApp({
    dev: Object.fromEntries(
      hidden.flatMap(([, addons], index) =>
        Object.entries(addons(value)).map(([name, one]) => [
          `${name}-${index}`,
          JSON.parse(JSON.stringify(one).replaceAll('"namespace":"default"', `"namespace":"case-${index}"`)),
        ]),
      ),
    ),
  });

describe('a var that gives a secret', () => {
  it('is hidden where its value is set, and where it arrives', async () => {
    publish(repository, everyCase('hunter2'));
    const result = await diffOf(repository, everyCase('hunter3'));
    expect(printedOf(result)).not.toMatch(/hunter[23]|HUNTER/);
    const printed = hidden.map(([what], index) => {
      const objects = result.clusters[0]!.objects.filter(({ owners, id }) =>
        [...owners, `/${id.name}`].some((owner) => owner.endsWith(`-${index}`)),
      );
      const text = JSON.stringify(objects);
      return `${what}: ${/hunt/.test(text) ? 'shown' : /\(secret /.test(text) ? 'hidden' : 'not there'}`;
    });
    expect(printed).toEqual(hidden.map(([what]) => `${what}: hidden`));
  });

  it('is hidden where another Kustomization gives it to one that uses it', async () => {
    const app = (value: string) =>
      plainApp({
        dev: {
          web: addon(value, [kustomization('inner', { postBuild: { substitute: { PASS: '${X}', HOST: '${Y}' } } })]),
        },
      });
    repository.write('other/kustomization.yaml', 'resources: [secret.yaml]\n');
    repository.write(
      'other/secret.yaml',
      'apiVersion: v1\nkind: Secret\nmetadata: { name: a, namespace: default }\nstringData: { a: "${PASS}", b: "${HOST}" }\n',
    );
    publish(repository, app('hunter2'));
    const text = printedOf(await diffOf(repository, app('hunter3')));
    expect(text).not.toMatch(/hunter[23]/);
    expect(text.match(/substitute\.(?:X|PASS) {2}changes \(secret\)/g)).toHaveLength(4);
  });

  it('is hidden where it comes from a Secret of the tree, whatever reads it', async () => {
    const app = (value: string) => {
      const metadata = { name: 'vars', namespace: 'flux-system' };
      const from = (kind: string, name: string) => ({ kind, name });
      return plainApp({
        vars: {
          one: {
            objects: [
              { apiVersion: 'v1', kind: 'Secret', metadata, stringData: { LOGIN: value, OPEN: value } },
              { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { OPEN: `open-${value.length}${value.at(-1)}` } },
            ],
          },
          web: {
            objects: [env('http://${LOGIN}@web'), configMap({ a: '${LOGIN}', b: '${OPEN}' })],
            kustomization: {
              postBuild: { substituteFrom: [from('Secret', 'vars'), from('ConfigMap', 'vars')] },
            },
          },
        },
      });
    };
    publish(repository, app('hunter2'));
    const text = printedOf(await diffOf(repository, app('hunter3')));
    expect(text).not.toMatch(/hunter[23]/);
    // What a ConfigMap sets after the Secret is none.
    expect(text).toContain('data.b  "open-72" → "open-73"');
    expect(text).toContain('data.a  changes (secret)');
  });

  it('is hidden on the side where it gives none yet', async () => {
    const app = (objects: readonly object[]) => plainApp({ dev: { web: addon('hunter2', objects) } });
    publish(repository, app([secret({ a: 'b' })]));
    const result = await diffOf(repository, app([secret({ a: '${X}' })]));
    const text = printDiffText(result);
    expect(text).not.toContain('hunter2');
    expect(text).not.toContain('postBuild');
    expect(text).toContain('stringData.a  changes (secret)');
  });

  it('keeps its value where that may stand alone for anything: a port, a switch', async () => {
    const app = (port: string) => plainApp({ dev: { web: addon(port, [secret({ port: '${X}' }), env('${X}')]) } });
    publish(repository, app('5432'));
    const text = printDiffText(await diffOf(repository, app('5433')));
    expect(text).toContain('spec.postBuild.substitute.X  changes (secret)');
    expect(text).toContain('spec.template.spec.containers[web].env[ADDRESS].value  "5432" → "5433"');
  });
});

it('shows the value of a var that gives no secret, or only a part of a template', async () => {
  const app = (host: string) =>
    plainApp({
      dev: {
        web: addon('a', [env('${HOST}'), externalSecret({ url: 'https://{{ .pass }}@${HOST}' })], {
          HOST: host,
          Z: host,
        }),
      },
    });
  publish(repository, app('a.example.org'));
  const text = printDiffText(await diffOf(repository, app('b.example.org')));
  expect(text).toContain('env[ADDRESS].value  "a.example.org" → "b.example.org"');
  expect(text).toContain('substitute.Z  "a.example.org" → "b.example.org"');
});
