import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runHelm } from '../../../src/diff/helm/run-helm.js';
import { printDiffText } from '../../../src/diff/print/print-text.js';
import { Repository } from '../../changes/repository.js';
import { findHelm } from '../../support/helm.js';
import { diffOf, plainApp, publish } from '../diff-of.js';

const helm = findHelm();
if (helm === undefined) console.warn('helm is not installed: diff --helm is not tested');

let charts: string;
let repository: Repository;

const writeChart = (version: string, files: Readonly<Record<string, string>>): void => {
  const folder = join(charts, `web-${version}`);
  const all = {
    'Chart.yaml': `apiVersion: v2\nname: web\nversion: ${version}\n`,
    'values.yaml': 'replicas: 1\n',
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
};

const workload = (image: string) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
  labels: { helm.sh/chart: "web-{{ .Chart.Version }}" }
spec:
  replicas: {{ .Values.replicas }}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: "${image}" }] }
`;
const labelled = `apiVersion: v1
kind: ConfigMap
metadata:
  name: labelled
  labels: { helm.sh/chart: "web-{{ .Chart.Version }}" }
data:
  upgrade: "{{ .Release.IsUpgrade }}"
  kube: {{ .Capabilities.KubeVersion.Version | quote }}
  widgets: {{ .Capabilities.APIVersions.Has "example.org/v1/Widget" | quote }}
`;
const secret = (value: string) => `apiVersion: v1
kind: Secret
metadata: { name: made }
stringData: { password: "${value}", random: {{ randAlphaNum 8 | quote }} }
`;
/** A Job whose template can't be changed, and which Helm makes again each time. */
const migration = (image: string) => `apiVersion: batch/v1
kind: Job
metadata: { name: migrate, annotations: { helm.sh/hook: pre-upgrade } }
spec: { template: { spec: { restartPolicy: Never, containers: [{ name: web, image: '${image}' }] } } }
`;
const simple = (kind: string, name: string, more = '') =>
  `apiVersion: v1\nkind: ${kind}\nmetadata: { name: ${name}${more} }\n`;

beforeAll(() => {
  charts = mkdtempSync(join(tmpdir(), 'charts-'));
  writeChart('1.0.0', {
    'templates/web.yaml': workload('web:1'),
    'templates/labelled.yaml': labelled,
    'templates/secret.yaml': secret('hunter-one'),
    'templates/gone.yaml': simple('PersistentVolumeClaim', 'gone'),
    'templates/migrate.yaml': migration('web:1'),
    'templates/kept.yaml': simple('PersistentVolumeClaim', 'kept', ', annotations: { helm.sh/resource-policy: keep }'),
  });
  writeChart('1.1.0', {
    'templates/web.yaml': workload('web:2'),
    'templates/labelled.yaml': labelled,
    'templates/secret.yaml': secret('hunter-two'),
    'templates/new.yaml': simple('Service', 'new'),
    'templates/migrate.yaml': migration('web:2'),
    'templates/hook.yaml': simple('ConfigMap', 'hook', ', annotations: { helm.sh/hook: pre-upgrade }'),
  });
  writeChart('1.2.0', {
    'templates/web.yaml': workload('web:2').replace('name: web, image', 'name: web, env: {{ .Values.env }}, image'),
    'templates/ports.yaml': `${simple('Service', 'ports')}spec: { ports: [{ port: {{ .Values.port }} }] }\n`,
    'templates/widget.yaml': `apiVersion: example.org/v1\nkind: Widget\nmetadata: { name: widget }\nspec: 1\n`,
  });
  writeChart('2.0.0', { 'templates/web.yaml': '{{ fail "no host is given" }}' });
});
afterAll(() => rmSync(charts, { recursive: true, force: true }));
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const repositoryObject = {
  apiVersion: 'source.toolkit.fluxcd.io/v1',
  kind: 'HelmRepository',
  metadata: { name: 'web', namespace: 'flux-system' },
  spec: { interval: '1h', url: 'https://charts.example.org' },
};
const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.org' },
  spec: {
    group: 'example.org',
    names: { kind: 'Widget', plural: 'widgets' },
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};
const app = (version: string, more: object = {}) => {
  const sourceRef = { kind: 'HelmRepository', name: 'web', namespace: 'flux-system' };
  const release = {
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name: 'web', namespace: 'default' },
    spec: { interval: '5m', chart: { spec: { chart: 'web', version, sourceRef } }, ...more },
  };
  return plainApp({ dev: { web: { objects: [repositoryObject, crd, release] } } });
};

const withHelm = (executable = helm!) => ({ helm: { executable, charts: [charts] } });

describe.skipIf(helm === undefined)('diff --helm', () => {
  it('shows the objects of a chart upgrade, and no secret', async () => {
    publish(repository, app('1.0.0'));
    const result = await diffOf(repository, app('1.1.0'), undefined, withHelm());
    expect(result.diagnostics).toEqual([]);
    const text = printDiffText(result).split('\n').slice(1).join('\n');
    expect(text).toMatchInlineSnapshot(`
      "  + ConfigMap/hook in default (HelmRelease/web in default)
            ! Helm runs it as a hook: pre-upgrade
        + Service/new in default (HelmRelease/web in default)
            ! the API server refuses it: "spec.ports" is required for every Service but a headless one and an ExternalName
        ~ Deployment/web in default (HelmRelease/web in default)
            ! its pods restart
            spec.template.spec.containers[web].image  "web:1" → "web:2"
        ~ HelmRelease/web in default (web)
            ! Helm upgrades the release
            spec.chart.spec.version  "1.0.0" → "1.1.0"
        ~ Job/migrate in default (HelmRelease/web in default)
            ! Helm runs it as a hook: pre-upgrade
            spec.template.spec.containers[web].image  "web:1" → "web:2"
        ~ Secret/made in default (HelmRelease/web in default)
            stringData.password  changes (secret)
        - PersistentVolumeClaim/gone in default (HelmRelease/web in default): its volume and the data on it
        ○ PersistentVolumeClaim/kept in default (HelmRelease/web in default) is left behind: helm.sh/resource-policy is keep

      1 object differs only in checksums and version labels: ConfigMap/labelled in default (HelmRelease/web in default)
      "
    `);
    expect(text).not.toContain('hunter');
  });

  it('leaves the CRDs of a crds folder in the cluster, as Helm does', async () => {
    const gadgets = JSON.stringify({ ...crd, metadata: { name: 'gadgets.example.org' } }).replaceAll(
      'widgets',
      'gadgets',
    );
    writeChart('4.0.0', { 'crds/gadgets.yaml': `${gadgets}\n`, 'templates/gone.yaml': simple('ConfigMap', 'gone') });
    writeChart('4.1.0', { 'templates/new.yaml': simple('ConfigMap', 'new') });
    const crds = { upgrade: { crds: 'CreateReplace' } };
    publish(repository, app('4.0.0', crds));
    const result = await diffOf(repository, app('4.1.0', crds), undefined, withHelm());
    const text = printDiffText(result);
    expect(text).toContain(
      "○ CustomResourceDefinition/gadgets.example.org (HelmRelease/web in default) is left behind: Helm deletes no CRD of a chart's crds folder",
    );
    expect(text).toContain('- ConfigMap/gone');
  });

  describe('of the CRDs of a crds folder', () => {
    const crdOf = (name: string, more: object = {}) => {
      const spec = { ...crd.spec, names: { kind: name, plural: name.toLowerCase() }, ...more };
      return `${JSON.stringify({ ...crd, metadata: { name: `${name.toLowerCase()}.example.org` }, spec })}\n`;
    };
    const cluster = { scope: 'Cluster' };
    const diffed = async (crds: string, more: object = {}) => {
      publish(repository, app('5.0.0', { upgrade: { crds } }));
      const result = await diffOf(repository, app('5.1.0', { upgrade: { crds }, ...more }), undefined, withHelm());
      expect(result.diagnostics).toEqual([]);
      return result.clusters[0]!.objects.flatMap(({ title, mark, fields }) => {
        const [name] = title.split(' ');
        return name!.startsWith('CustomResource') ? [`${mark} ${name} ${fields.map(({ path }) => path)}`] : [];
      });
    };
    beforeAll(() => {
      writeChart('5.0.0', {
        'crds/all.yaml': `${crdOf('Foo')}---\n# Source: other/templates/bar.yaml\n${crdOf('Bar')}`,
        'templates/crds/made.yaml': crdOf('Made'),
        'templates/moves.yaml': crdOf('Moves'),
      });
      writeChart('5.1.0', {
        'crds/all.yaml': `${crdOf('Foo', cluster)}---\n${crdOf('Bar')}---\n${crdOf('New')}---\n${simple('Service', 'no')}`,
        'crds/moves.yaml': crdOf('Moves'),
      });
    });

    it('shows those that are replaced, and what leaves the release', async () => {
      expect(await diffed('CreateReplace')).toEqual([
        '+ CustomResourceDefinition/new.example.org ',
        '~ CustomResourceDefinition/foo.example.org spec.scope',
        '- CustomResourceDefinition/made.example.org ',
        '- CustomResourceDefinition/moves.example.org ',
      ]);
    });

    it('shows only new ones where none is replaced', async () => {
      expect(await diffed('Create')).toEqual([
        '+ CustomResourceDefinition/new.example.org ',
        '- CustomResourceDefinition/made.example.org ',
        '- CustomResourceDefinition/moves.example.org ',
      ]);
    });

    it('gives them nothing of the release', async () => {
      const patch = JSON.stringify([{ op: 'add', path: '/metadata/labels', value: { a: 'b' } }]);
      const postRenderers = [{ kustomize: { patches: [{ patch, target: { kind: 'CustomResourceDefinition' } }] } }];
      const found = await diffed('CreateReplace', { postRenderers, commonMetadata: { labels: { c: 'd' } } });
      expect(found).toContain('~ CustomResourceDefinition/foo.example.org spec.scope');
    });
  });

  describe('a chart of an OCIRepository', () => {
    const labels = (value: string) => simple('ConfigMap', 'labels', `, labels: { chart: '${value}' }`);
    beforeAll(() => {
      const replaced = '{{ .Chart.Version | replace "+" "_" }}';
      writeChart('7.0.0', { 'templates/labels.yaml': labels(replaced) });
      writeChart('7.1.0', { 'templates/labels.yaml': labels('web-{{ .Chart.Version }}') });
      writeChart('7.2.0', {
        'templates/labels.yaml': `${labels(replaced)}data: { version: '{{ .Chart.Version }}' }\n`,
      });
    });
    const digest = `sha256:7dc328a0aeb3${'0'.repeat(52)}`;
    const fromRegistry = (ref: object) =>
      plainApp({
        dev: {
          web: {
            objects: [
              {
                apiVersion: 'source.toolkit.fluxcd.io/v1',
                kind: 'OCIRepository',
                metadata: { name: 'web', namespace: 'default' },
                spec: { interval: '1h', url: 'oci://charts.example.org/web', ref },
              },
              {
                apiVersion: 'helm.toolkit.fluxcd.io/v2',
                kind: 'HelmRelease',
                metadata: { name: 'web', namespace: 'default' },
                spec: { interval: '5m', chartRef: { kind: 'OCIRepository', name: 'web' } },
              },
            ],
          },
        },
      });
    const labelsOf = async (ref: object) => {
      publish(repository, fromRegistry({ tag: '7.0.0' }));
      const result = await diffOf(repository, fromRegistry(ref), undefined, withHelm());
      expect(result.diagnostics).toEqual([]);
      const [cluster] = result.clusters;
      return {
        found: cluster!.objects.find(({ title }) => title.startsWith('ConfigMap/labels')),
        noise: cluster!.noise.filter((title) => title.startsWith('ConfigMap/labels')),
      };
    };

    it('gets the digest into its version, which makes labels invalid that keep the plus', async () => {
      const { found } = await labelsOf({ tag: '7.1.0' });
      expect(found?.effects.map(({ text, kind }) => [kind, text])).toEqual([
        ['refused', expect.stringContaining('the API server refuses it: "metadata.labels.chart"')],
      ]);
    });

    it('has the digest that the source names', async () => {
      const { found } = await labelsOf({ tag: '7.2.0', digest });
      expect(found?.effects).toEqual([]);
      expect(found?.fields.map(({ path, to }) => [path, to])).toEqual([['data.version', '7.2.0+7dc328a0aeb3']]);
    });

    it('has a digest, too, in an ExternalArtifact that is a copy of it', async () => {
      const copied = (tag: string) =>
        plainApp({
          dev: {
            web: {
              objects: [
                {
                  apiVersion: 'source.toolkit.fluxcd.io/v1',
                  kind: 'OCIRepository',
                  metadata: { name: 'web', namespace: 'default' },
                  spec: { interval: '1h', url: 'oci://charts.example.org/web', ref: { tag, digest } },
                },
                {
                  apiVersion: 'source.extensions.fluxcd.io/v1beta1',
                  kind: 'ArtifactGenerator',
                  metadata: { name: 'web', namespace: 'default' },
                  spec: {
                    sources: [{ alias: 'chart', kind: 'OCIRepository', name: 'web' }],
                    artifacts: [{ name: 'copied', copy: [{ from: '@chart/', to: '@artifact/' }] }],
                  },
                },
                {
                  apiVersion: 'helm.toolkit.fluxcd.io/v2',
                  kind: 'HelmRelease',
                  metadata: { name: 'web', namespace: 'default' },
                  spec: { interval: '5m', chartRef: { kind: 'ExternalArtifact', name: 'copied' } },
                },
              ],
            },
          },
        });
      publish(repository, copied('7.0.0'));
      const { clusters, diagnostics } = await diffOf(repository, copied('7.2.0'), undefined, withHelm());
      expect(diagnostics).toEqual([]);
      const labels = clusters[0]!.objects.find(({ title }) => title.startsWith('ConfigMap/labels'));
      expect(labels?.fields.map(({ path, to }) => [path, to])).toEqual([['data.version', '7.2.0+0123456789ab']]);
    });

    it('has no plus where the source is a HelmRepository', async () => {
      publish(repository, app('7.0.0'));
      const result = await diffOf(repository, app('7.1.0'), undefined, withHelm());
      const effects = result.clusters[0]!.objects.flatMap((one) => one.effects);
      expect(effects.filter(({ kind }) => kind === 'refused')).toEqual([]);
      expect(result.clusters[0]!.noise).toEqual(['ConfigMap/labels in default (HelmRelease/web in default)']);
    });
  });

  it('tells what the API server would refuse of the objects, and did not before', async () => {
    publish(repository, app('1.0.0'));
    const values = (port: unknown) => ({ values: { port, env: '[{ name: A, value: 1 }]' } });
    const effects = (result: Awaited<ReturnType<typeof diffOf>>) =>
      result.clusters[0]!.objects.flatMap(({ title, effects }) =>
        effects.filter(({ kind }) => kind === 'refused').map(({ text }) => `${title.split(' ')[0]} ${text}`),
      );
    const result = await diffOf(repository, app('1.2.0', values('http')), undefined, withHelm());
    expect(result.diagnostics).toEqual([]);
    expect(effects(result)).toMatchInlineSnapshot(`
      [
        "Service/ports the API server refuses it: "spec.ports[0].port" takes a whole number, not a string",
        "Widget/widget the API server may refuse it: "spec" is a field that nothing reads",
        "Deployment/web the API server refuses it: "spec.template.spec.containers[0].env[0].value" takes a string, not a number",
      ]
    `);
    publish(repository, app('1.2.0', values('http')));
    const same = await diffOf(repository, app('1.2.0', { ...values('https') }), undefined, withHelm());
    expect(effects(same)).toEqual([]);
  });

  it('tells the chart what an upgrade in the cluster tells it, and applies post-renderers', async () => {
    publish(repository, app('1.0.0'));
    const patch = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: labelled }\ndata: { added: "yes", upgrade: null }`;
    const more = {
      values: { replicas: 3 },
      commonMetadata: { labels: { team: 'a' } },
      postRenderers: [{ kustomize: { patches: [{ patch }], images: [{ name: 'web', newTag: '9' }] } }],
    };
    const result = await diffOf(repository, app('1.0.0', more), undefined, withHelm());
    expect(result.diagnostics).toEqual([]);
    const [labels] = result.clusters[0]!.objects.filter(({ title }) => title.startsWith('ConfigMap/labelled'));
    expect(labels?.fields.map(({ path, from, to }) => [path, from, to])).toEqual([
      ['data.added', undefined, 'yes'],
      ['data.upgrade', 'true', undefined],
      ['metadata.labels.team', undefined, 'a'],
    ]);
    const [web] = result.clusters[0]!.objects.filter(({ title }) => title.startsWith('Deployment/web'));
    expect(web?.fields.map(({ path, from, to }) => [path, from, to])).toEqual([
      ['metadata.labels.team', undefined, 'a'],
      ['spec.replicas', 1, 3],
      ['spec.template.spec.containers[web].image', 'web:1', 'web:9'],
    ]);
  });

  it('names a template that fails, a chart that is not there, and a helm that is missing, and shows the rest', async () => {
    publish(repository, app('1.0.0'));
    const failed = await diffOf(repository, app('2.0.0'), undefined, withHelm());
    expect(failed.clusters[0]!.objects.map(({ title }) => title)).toEqual(['HelmRelease/web in default (web)']);
    expect(failed.diagnostics.map(({ code, severity, message }) => `${severity} ${code} ${message}`)).toEqual([
      expect.stringMatching(
        /^warning FX705 the objects of HelmRelease\/web in default aren't compared: web 2\.0\.0 from https:\/\/charts\.example\.org: .*no host is given/,
      ),
    ]);
    const missing = await diffOf(repository, app('3.0.0'), undefined, withHelm());
    expect(missing.clusters[0]!.objects).toHaveLength(1);
    expect(missing.diagnostics.map(({ code }) => code)).toEqual(['FX705']);
    const without = await diffOf(repository, app('1.1.0'), undefined, withHelm(join(charts, 'helm')));
    expect(without.clusters[0]!.objects).toHaveLength(1);
    expect(without.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'FX704 helm is not installed',
    ]);
  });

  it('says that helm itself does not work', async () => {
    publish(repository, app('1.0.0'));
    const broken = join(repository.folder, 'helm');
    writeFileSync(broken, '#!/bin/sh\necho boom >&2\nexit 1\n', { mode: 0o755 });
    const { diagnostics } = await diffOf(repository, app('1.1.0'), undefined, withHelm(broken));
    expect(diagnostics.map(({ code, message, fix }) => [code, message, fix])).toEqual([
      ['FX704', "helm can't be run: boom", 'fix the installation: helm version --short must work'],
    ]);
  });

  it('renders what helm template renders', async () => {
    publish(repository, app('1.0.0', { values: { replicas: 2 } }));
    const result = await diffOf(repository, app('1.1.0', { values: { replicas: 2 } }), undefined, withHelm());
    const [before, after] = await Promise.all(
      ['1.0.0', '1.1.0'].map((version) =>
        runHelm(helm!, ['template', 'web', join(charts, `web-${version}`), '-n', 'default', '--set', 'replicas=2']),
      ),
    );
    const names = (text: string) =>
      [...text.matchAll(/^kind: (.*)\n(?:.*\n)*?.*\bname: "?([\w-]+)/gm)].map(([, kind, name]) => `${kind}/${name}`);
    const [old, now] = [names(before!), names(after!)];
    const marks = (mark: string) =>
      result.clusters[0]!.objects.filter(
        (one) => one.mark === mark && one.title.includes('(HelmRelease/web in default)'),
      )
        .map(({ id }) => `${id.kind}/${id.name}`)
        .sort();
    expect(marks('+')).toEqual(now.filter((one) => !old.includes(one)).sort());
    expect([...marks('-'), ...marks('○')].sort()).toEqual(old.filter((one) => !now.includes(one)).sort());
  });
});
