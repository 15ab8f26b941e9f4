import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAudit } from '../../src/audit/run-audit.js';
import { writeFiles } from '../support/write-files.js';
import { auditOf, bootstrapped, type Files, folderWith, found, kustomization } from './repository.js';

const chart: Files = {
  'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.2.3\n',
  'charts/web/values.yaml': 'replicas: 1\nimage: { tag: "1" }\n',
  'charts/web/templates/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: {{ .Values.replicas }}
  template: { spec: { containers: [{ name: web, image: "web:{{ .Values.image.tag }}" }] } }
`,
};
const schema: Files = {
  'charts/web/values.schema.json': JSON.stringify({
    $schema: 'https://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { replicas: { type: 'integer' } },
  }),
};
const release = (values: string, more = ''): string => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: web, namespace: flux-system }
spec:
  interval: 1h
  chart: { spec: { chart: ./charts/web, sourceRef: { kind: GitRepository, name: flux-system } } }
${more}  values:
${values}`;
const fleet = (text: string): Files => ({
  ...bootstrapped('prod'),
  'clusters/prod/apps.yaml': kustomization('apps'),
  'apps/web.yaml': text,
});

describe('values of releases whose chart is here', () => {
  it('finds a value that the chart of the repository does not read: with a twin it is misspelt', async () => {
    expect(await found({ ...fleet(release('    replica: 2\n')), ...chart }, /FX313/)).toEqual([
      'warning FX313 apps/web.yaml:8',
    ]);
    expect(await found({ ...fleet(release('    other: 2\n')), ...chart }, /FX313/)).toEqual([
      'notice FX313 apps/web.yaml:8',
    ]);
  });

  it('finds a value that Helm refuses by the schema of the chart', async () => {
    expect(await found({ ...fleet(release('    replicas: many\n')), ...chart, ...schema }, /FX313/)).toEqual([
      'error FX313 apps/web.yaml:8',
    ]);
  });

  it('leaves values alone that fit, that a var decides, or whose chart is not here', async () => {
    const all = { ...chart, ...schema };
    expect(await found({ ...fleet(release('    replicas: 2\n    image: { tag: "2" }\n')), ...all }, /FX313/)).toEqual(
      [],
    );
    expect(await found({ ...fleet(release('    replicas: ${REPLICAS}\n')), ...all }, /FX313/)).toEqual([]);
    expect(await found(fleet(release('    replica: 2\n')), /FX313/)).toEqual([]);
    const other = release('    replica: 2\n').replace('name: flux-system } } }', 'name: charts } } }');
    expect(await found({ ...fleet(other), ...all }, /FX313/)).toEqual([]);
  });

  it('leaves out what a chart requires if another layer may have it', async () => {
    const required = {
      'charts/web/values.schema.json': JSON.stringify({
        $schema: 'https://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: { ingress: { type: 'object', required: ['host'], properties: { host: { type: 'string' } } } },
      }),
    };
    const from = '  valuesFrom: [{ kind: Secret, name: host }]\n';
    expect(await found({ ...fleet(release('    ingress: {}\n')), ...chart, ...required }, /FX313/)).toHaveLength(1);
    expect(await found({ ...fleet(release('    ingress: {}\n', from)), ...chart, ...required }, /FX313/)).toEqual([]);
  });

  it('checks by a chart in a given folder, of that version alone', async () => {
    const published = (version: string) => `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: { name: charts, namespace: flux-system }
spec: { interval: 1h, url: https://charts.example.org }
---
${release('    replica: 2\n').replace(
  'chart: ./charts/web, sourceRef: { kind: GitRepository, name: flux-system }',
  `chart: web, version: ${version}, sourceRef: { kind: HelmRepository, name: charts }`,
)}`;
    const charts = realpathSync(mkdtempSync(join(tmpdir(), 'fluxspan-charts-')));
    writeFiles(charts, Object.fromEntries(Object.entries(chart).map(([path, text]) => [path.slice(7), text])));
    const auditWith = async (version: string) => {
      const { findings } = await runAudit({
        folder: folderWith(fleet(published(version))),
        charts: { folders: [charts] },
      });
      return findings
        .filter(({ code }) => code === 'FX313')
        .map(({ severity, notes, fix }) => ({ severity, notes, fix }));
    };
    expect(await auditWith('1.2.3')).toEqual([
      { severity: 'warning', notes: ['checked against the chart web 1.2.3'], fix: 'did you mean "replicas"?' },
    ]);
    expect(await auditWith('2.0.0')).toEqual([]);
  });

  it('goes on where a chart cannot be read', async () => {
    const broken = { ...chart, 'charts/web/values.yaml': 'replicas: [\n', 'charts/web/values.schema.json': '{' };
    expect(await found({ ...fleet(release('    replicas: 2\n')), ...broken }, /FX313/)).toEqual([]);
  });
});

describe('a chart of the repository that is not there (FX858)', () => {
  const other = `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: own, namespace: flux-system }
spec: { interval: 1m, url: ssh://git@github.com/acme/fleet.git, ref: { branch: main } }
`;
  const text = release('    replicas: 2\n');

  it('is an error', async () => {
    expect(await found(fleet(text), /FX858/)).toEqual(['error FX858 apps/web.yaml:6']);
    expect(await found({ ...fleet(text), ...chart }, /FX858/)).toEqual([]);
    expect(await found({ ...fleet(text), 'charts/web/values.yaml': 'a: 1\n' }, /FX858/)).toEqual([
      'error FX858 apps/web.yaml:6',
    ]);
  });

  it('is found by another source of the same URL and branch', async () => {
    const own = text.replace('name: flux-system } } }', 'name: own } } }');
    const files = (source: string) => ({ ...fleet(own), 'apps/source.yaml': source });
    expect(await found(files(other), /FX858/)).toEqual(['error FX858 apps/web.yaml:6']);
    expect(await found(files(other.replace('branch: main', 'branch: charts')), /FX858/)).toEqual([]);
    expect(await found(files(other.replace('acme/fleet', 'acme/charts')), /FX858/)).toEqual([]);
  });

  it('is looked for where the copy of the cluster repository starts', async () => {
    const copy = (files: Files) =>
      Object.fromEntries(Object.entries(files).map(([path, content]) => [`gitops/${path}`, content]));
    expect(await found(copy({ ...fleet(text), ...chart }), /FX858/)).toEqual([]);
    const { findings } = await auditOf(copy(fleet(text)));
    expect(findings.find(({ code }) => code === 'FX858')).toMatchObject({
      message: 'HelmRelease/web installs the chart "gitops/charts/web" of this repository, and there is no such folder',
      fix: 'correct the path, which starts at "gitops"',
    });
  });

  it('may be in a submodule', async () => {
    expect(await found({ ...fleet(text), '.gitmodules': '' }, /FX858/)).toEqual([]);
  });
});

describe('the templates of a chart of the repository', () => {
  const web = (labels: string, selector = 'app: web') => ({
    ...fleet(release('    replicas: 2\n')),
    ...chart,
    'charts/web/templates/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
spec:
  replicas: {{ .Values.replicas }}
  selector:
    matchLabels:
      ${selector}
  template:
    metadata:
      labels:
        ${labels}
    spec:
      containers: []
`,
  });

  it('have the labels that their selectors ask for (FX316)', async () => {
    expect(await found(web('app: shop'), /FX316/)).toEqual(['error FX316 charts/web/templates/web.yaml:9']);
    expect(await found(web('name: web'), /FX316/)).toEqual(['error FX316 charts/web/templates/web.yaml:9']);
    expect(await found(web('app: "web"'), /FX316/)).toEqual([]);
  });

  it('are left alone where a template has a part in it', async () => {
    expect(await found(web('{{- include "web.labels" . | nindent 8 }}'), /FX316/)).toEqual([]);
    expect(await found(web('app: {{ .Values.name }}'), /FX316/)).toEqual([]);
    expect(await found(web('app: web', 'app: {{ .Values.name }}'), /FX316/)).toEqual([]);
    expect(
      await found(web('{{- if .Values.a }}\n        app: shop\n        {{- end }}\n        app: web'), /FX316/),
    ).toEqual([]);
  });
});
