import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findHelm } from '../../support/helm.js';
import { makeProject, type TestProject } from '../../support/project.js';
import { runCommandWith, runMain } from '../../support/run.js';

const helm = findHelm();

const template = (names: string) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
  labels: { helm.sh/chart: '{{ .Chart.Name }}-{{ .Chart.Version }}' }
spec:
  replicas: {{ ${names} }}
  selector: { matchLabels: { app: '{{ .Values.app }}' } }
  template:
    metadata: { labels: { app: '{{ .Values.app }}' } }
    spec:
      containers:
        - name: web
          image: '{{ .Values.image }}'
---
apiVersion: v1
kind: Secret
metadata: { name: '{{ .Release.Name }}' }
stringData: { token: '{{ randAlphaNum 12 }}', password: '{{ .Values.password }}' }
`;

const writeChart = (project: TestProject, folder: string, version: string, values: string, text: string): void => {
  project.write(`${folder}/Chart.yaml`, `apiVersion: v2\nname: shop\nversion: ${version}\n`);
  project.write(`${folder}/values.yaml`, values);
  project.write(`${folder}/templates/all.yaml`, text);
};

const addon = `import { defineAddon, HelmRelease, helmChart } from 'fluxspan';
import { z } from 'zod';
import { type ShopValues, shopValuesSchema } from '../imports/charts/shop.js';

export const web = defineAddon({
  name: 'shop',
  namespace: 'shop',
  createNamespace: true,
  charts: {
    shop: helmChart<ShopValues>({
      url: 'oci://registry.example.org/charts/shop',
      version: '1.0.0',
      valuesSchema: shopValuesSchema,
    }),
  },
  options: z.object({ title: z.string() }),
  build(scope, { charts, options }) {
    new HelmRelease(scope, 'shop', {
      chart: charts.shop,
      values: options.title.endsWith('dev') ? { replicaCount: 2, password: 'hunter2-old' } : { password: 'hunter2-old' },
    });
  },
});
`;

let project: TestProject;
let path: string;
beforeEach(() => {
  project = makeProject();
  writeChart(
    project,
    'charts/old',
    '1.0.0',
    'replicaCount: 1\napp: shop\nimage: shop:1\npassword: x\n',
    template('.Values.replicaCount'),
  );
  writeChart(
    project,
    'charts/new',
    '2.0.0',
    'replicas: 1\napp: web-shop\nimage: shop:2\npassword: x\n',
    template('.Values.replicas'),
  );
  // A PATH with helm alone, or with none.
  path = join(project.folder, 'bin');
  mkdirSync(path);
  if (helm === 'helm') path = [path, process.env['PATH']].join(delimiter);
  else if (helm !== undefined) symlinkSync(helm, join(path, 'helm'));
  expect(run('import', 'chart', 'charts/old')).toMatchObject({ code: 0 });
  project.write('src/web.ts', addon);
});
afterEach(() => project.remove());

const run = (...argv: readonly string[]) =>
  runCommandWith({ PATH: [path, dirname(process.execPath)].join(delimiter) }, project.folder, ...argv);
const withoutHelm = (...argv: readonly string[]) => {
  rmSync(join(project.folder, 'bin'), { recursive: true, force: true });
  return runCommandWith({ PATH: dirname(process.execPath) }, project.folder, ...argv);
};
const diff = ['import', 'chart', 'charts/new', '--diff'] as const;

describe.skipIf(helm === undefined)('with helm', () => {
  test('an upgrade is explained by its values, the releases, and the rendered objects; nothing is written', () => {
    const before = project.files('.');
    const written = () =>
      Object.fromEntries(Object.entries(project.files('.')).filter(([file]) => !file.startsWith('.fluxspan/')));
    const { code, stdout, stderr } = run(...diff);
    expect(written()).toEqual(before);
    expect(code).toBe(1);
    expect(stderr).toMatchInlineSnapshot(`
      "error FX418 upgrade-breaks: version 2.0.0 of the chart changes Deployment/shop in shop: the API server refuses the update of spec.selector.matchLabels.app
        at   dev/shop/HelmRelease/shop
        note and in 1 more cluster: prod
        fix  read the notes of the version: if they ask for it, delete the object just before the upgrade, which makes it again

      error FX418 upgrade-breaks: version 2.0.0 of the chart reads no value "replicaCount"
        at   dev/shop/HelmRelease/shop  spec.values.replicaCount
        fix  likely it is "replicas" now, by its name and default: move it there in the change that upgrades the chart

      "
    `);
    expect(stdout).toMatchInlineSnapshot(`
      "shop 1.0.0 → 2.0.0
      2 releases: dev/shop, prod/shop

      renamed, as a guess (1)
        ~ replicaCount  → replicas  ← set by dev/shop

      default changed (2)
        = app    "shop" → "web-shop"
        = image  "shop:1" → "shop:2"

      objects for dev/shop, prod/shop: 0 added, 0 removed, 1 changed
        dev/shop: without the values that the new version does not take, and with likely renames made
        ~ Deployment/shop in shop
            ! the API server refuses the update of spec.selector.matchLabels.app
            ! its pods restart
            spec.selector.matchLabels.app  "shop" → "web-shop"
            spec.template.metadata.labels.app  "shop" → "web-shop"
            spec.template.spec.containers[web].image  "shop:1" → "shop:2"
      "
    `);
    expect(stdout + stderr).not.toContain('hunter2');
  });

  test('what the API server would refuse of the rendered objects is told, with the values that make it so', () => {
    const env = (read: string) =>
      template('1').replace("          image: '{{ .Values.image }}'\n", (line) => `${line}${read}`);
    writeChart(
      project,
      'charts/old',
      '1.0.0',
      'app: shop\nimage: shop:1\npassword: x\nextraEnv: {}\nextraEnvFromSecret: ""\n',
      env(`          env:
          {{- range $name, $value := .Values.extraEnv }}
            - { name: {{ $name }}, value: {{ $value | quote }} }
          {{- end }}
          {{- if .Values.extraEnvFromSecret }}
          envFrom:
          {{- range .Values.extraEnvFromSecret }}
            - secretRef: { name: {{ . }} }
          {{- end }}
          {{- end }}
`),
    );
    writeChart(
      project,
      'charts/new',
      '2.0.0',
      'app: shop\nimage: shop:1\npassword: x\nextraEnv: []\nextraEnvFrom: []\n',
      env(`          {{- with .Values.extraEnv }}
          env: {{- toYaml . | nindent 12 }}
          {{- end }}
          {{- with .Values.extraEnvFrom }}
          envFrom: {{- toYaml . | nindent 12 }}
          {{- end }}
`),
    );
    expect(run('import', 'chart', 'charts/old')).toMatchObject({ code: 0 });
    const values = (text: string) =>
      project.write('src/web.ts', addon.replace("{ replicaCount: 2, password: 'hunter2-old' }", text));
    values(
      "{ image: 'shop:3', extraEnv: { HTTP_PROXY: 'http://proxy', NO_PROXY: '.local' }, extraEnvFromSecret: ['shop-env'] as never }",
    );
    const { code, stdout, stderr } = run(...diff);
    expect(code).toBe(1);
    expect(stderr).toMatchInlineSnapshot(`
      "error FX418 upgrade-breaks: version 2.0.0 of the chart renders Deployment/shop in shop, and the API server refuses it: "spec.template.spec.containers[0].env" takes a list, not an object; the value "extraEnv" makes it so
        at   dev/shop/HelmRelease/shop  spec.values.extraEnv
        fix  write "extraEnv" in the form that the new version takes, in the change that upgrades the chart: its values.yaml shows it

      error FX418 upgrade-breaks: version 2.0.0 of the chart reads no value "extraEnvFromSecret"
        at   dev/shop/HelmRelease/shop  spec.values.extraEnvFromSecret
        fix  likely it is "extraEnvFrom" now, by its name and default: move it there in the change that upgrades the chart

      error FX418 upgrade-breaks: version 2.0.0 of the chart renders Deployment/shop in shop, and the API server refuses it: "spec.template.spec.containers[0].envFrom[0]" takes an object, not a string; the value "extraEnvFromSecret", moved to "extraEnvFrom" as it is, makes it so
        at   dev/shop/HelmRelease/shop  spec.values.extraEnvFromSecret
        fix  write "extraEnvFrom" in the form that the new version takes, in the change that upgrades the chart: its values.yaml shows it

      "
    `);
    expect(stdout).toMatchInlineSnapshot(`
      "shop 1.0.0 → 2.0.0
      2 releases: dev/shop, prod/shop

      renamed, as a guess (1)
        ~ extraEnvFromSecret  → extraEnvFrom  ← set by dev/shop

      default changed (2)
        = extraEnv            {} → []  ← set by dev/shop
        = extraEnvFromSecret  "" → [] as extraEnvFrom  ← set by dev/shop

      objects for dev/shop: 0 added, 0 removed, 1 changed
        dev/shop: without the values that the new version does not take, and with likely renames made
        ~ Deployment/shop in shop
            ! the API server refuses it: "spec.template.spec.containers[0].env" takes a list, not an object
            ! the API server refuses it: "spec.template.spec.containers[0].envFrom[0]" takes an object, not a string
            ! its pods restart
            spec.template.spec.containers[web].env  [{"name":"HTTP_PROXY","value":"http://proxy"},{"name":"NO_PROXY","value":".local"}] → {"HTTP_PROXY":"http://proxy","NO_PROXY":".local"}
            spec.template.spec.containers[web].envFrom[0]  {"secretRef":{"name":"shop-env"}} → "shop-env"

      objects for prod/shop: 0 added, 0 removed, 1 changed
        ~ Deployment/shop in shop
            spec.template.spec.containers[web].env  - null
      "
    `);
    const { diagnostics, rendered } = JSON.parse(run(...diff, '--json').stdout);
    expect(diagnostics.map(({ kind }: { kind: string }) => kind)).toEqual(['object', 'unread', 'object']);
    expect(JSON.stringify(rendered)).not.toContain('fault');
    // In the new form, it is taken.
    values("{ extraEnv: [{ name: 'HTTP_PROXY', value: 'http://proxy' }] as never }");
    expect(run(...diff).stderr).not.toContain('FX418');
  });

  test('--json has the same as data, and no secret', () => {
    const { code, stdout, stderr } = run(...diff, '--json');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).not.toContain('hunter2');
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      chart: 'shop',
      from: { version: '1.0.0', source: 'charts/old' },
      to: { version: '2.0.0', source: 'charts/new' },
      changes: [
        { kind: 'renamed', path: 'replicaCount', to: 'replicas', guess: true },
        { kind: 'default', path: 'app', from: 'shop', to: 'web-shop' },
        { kind: 'default', path: 'image', from: 'shop:1', to: 'shop:2' },
      ],
      releases: [
        { cluster: 'dev', addon: 'shop', version: '1.0.0', sets: ['replicaCount'], newDefaults: ['app', 'image'] },
        { cluster: 'prod', sets: [] },
      ],
      rendered: [{ releases: ['dev/shop', 'prod/shop'], adjusted: ['dev/shop'] }],
      diagnostics: [{ code: 'FX418', kind: 'immutable' }, { code: 'FX418', kind: 'unread' }, { code: 'FX418' }],
      problems: [],
    });
  });

  test('a chart that refuses the values is told in its own words', () => {
    project.write('charts/new/templates/no.yaml', '{{ fail "set license.accepted" }}\n');
    const { code, stderr } = run(...diff);
    expect(code).toBe(1);
    expect(stderr).toContain('set license.accepted');
    expect(stderr).toContain("FX418 upgrade-breaks: helm can't render version 2.0.0 of the chart");
    // What fails today, too, is not the upgrade's doing.
    project.write('charts/old/templates/no.yaml', '{{ fail "set license.accepted" }}\n');
    const both = run(...diff).stderr;
    expect(both).toContain("FX419 upgrade-not-seen: helm can't render the version of today");
    expect(both).toContain('fix  change the values as helm says, and run the command again');
    expect(both).not.toContain("helm can't render version 2.0.0");
    // Another failure is: the values may be those of the new version, which the old one refuses.
    project.write('charts/new/templates/no.yaml', '{{ fail "rename controller.tag" }}\n');
    const changed = run(...diff);
    expect(changed.code).toBe(1);
    expect(changed.stderr).toContain("FX418 upgrade-breaks: helm can't render version 2.0.0 of the chart");
    expect(changed.stderr).toContain('rename controller.tag');
  });

  test('a folder without the charts that it depends on is told apart from a template that fails', () => {
    const manifest = (version: string) =>
      `apiVersion: v2\nname: shop\nversion: ${version}\ndependencies: [{ name: db, version: 1.0.0, repository: https://example.invalid }]\n`;
    project.write('charts/new/Chart.yaml', manifest('2.0.0'));
    const now = run(...diff).stderr;
    expect(now).toContain("notice FX419 upgrade-not-seen: helm can't render version 2.0.0 of the chart");
    expect(now).toContain('fix  give the packed chart, with its dependencies: a .tgz');
    project.write('charts/old/Chart.yaml', manifest('1.0.0'));
    expect(run(...diff).stderr).toContain('fix  give the packed chart, with its dependencies: --from CHART.tgz');
  });

  test('without a project, the defaults are rendered', () => {
    rmSync(join(project.folder, 'cdk8s.yaml'));
    const { code, stdout, stderr } = run(...diff);
    expect(code).toBe(0);
    expect(stderr).toContain('FX419 upgrade-not-seen: there is no project here');
    expect(stdout).toContain("objects with the chart's defaults: 0 added, 0 removed, 1 changed");
  });

  test('--from names the version of today', () => {
    rmSync(join(project.folder, 'imports'), { recursive: true });
    rmSync(join(project.folder, 'cdk8s.yaml'));
    expect(run(...diff).stderr).toContain('chart "shop" has not been imported, so there is no version to compare with');
    expect(run(...diff, '--from', 'charts/old').stdout).toContain('shop 1.0.0 → 2.0.0\n');
  });
});

test.skipIf(helm !== undefined)(
  'the tests of `import chart --diff` with helm are skipped: helm is not installed',
  ({ skip }) => skip('helm is not installed'),
);

test('without helm, the values are compared all the same', () => {
  const { stdout, stderr, code } = withoutHelm(...diff);
  expect(code).toBe(1);
  expect(stdout).toContain('~ replicaCount  → replicas  ← set by dev/shop');
  expect(stdout).not.toContain('objects');
  expect(stderr).toContain(
    'FX419 upgrade-not-seen: what changes in the rendered objects is not known: helm is not installed',
  );
  expect(stderr).toContain('version 2.0.0 of the chart reads no value "replicaCount"');
});

test('a release that names the folder of the chart is affected, too', () => {
  project.write(
    'src/web.ts',
    addon.replace(
      'chart: charts.shop,',
      "chart: { spec: { chart: './charts/shop/', sourceRef: { kind: 'GitRepository', name: 'flux-system' } } },",
    ),
  );
  const { stdout, stderr } = withoutHelm(...diff);
  expect(stdout).toContain('shop 1.0.0 → 2.0.0\n2 releases: dev/shop, prod/shop\n');
  expect(stderr).toContain('version 2.0.0 of the chart reads no value "replicaCount"');
});

test('where the old chart is no longer there, what was imported is compared', () => {
  rmSync(join(project.folder, 'charts/old'), { recursive: true });
  const { stdout, stderr } = withoutHelm(...diff);
  expect(stdout).toContain('shop 1.0.0 → 2.0.0\n2 releases: dev/shop, prod/shop\n');
  expect(stderr).toContain('FX419 upgrade-not-seen: shop 1.0.0 cannot be had: there is no file or folder');
});

test('of a chart that was imported from outside of the project, the old version has to be given', () => {
  const outside = mkdtempSync(join(tmpdir(), 'fluxspan-chart-'));
  try {
    renameSync(join(project.folder, 'charts/old'), join(outside, 'old'));
    expect(run('import', 'chart', join(outside, 'old'))).toMatchObject({ code: 0 });
    const { stdout, stderr } = withoutHelm(...diff);
    expect(stdout).toContain('shop 1.0.0 → 2.0.0\n2 releases: dev/shop, prod/shop\n');
    expect(stderr).toContain('FX419 upgrade-not-seen: shop 1.0.0 was imported from a place outside of the project');
  } finally {
    rmSync(outside, { recursive: true });
  }
});

test('a folder that holds another version now is not taken for the imported one', () => {
  writeChart(project, 'charts/old', '1.5.0', 'size: 1\n', '');
  const { stdout, stderr } = withoutHelm(...diff);
  expect(stdout).toContain('shop 1.0.0 → 2.0.0\n');
  expect(stderr).toContain('charts/old holds 1.5.0 now, and not shop 1.0.0');
});

test('the version that was imported differs in nothing', () => {
  const { code, stdout, stderr } = withoutHelm('import', 'chart', 'charts/old', '--diff');
  expect(stdout).toBe('shop 1.0.0 → 1.0.0\n2 releases: dev/shop, prod/shop\n\nthe values are the same\n');
  expect({ code, stderr: stderr.split('\n')[0] }).toEqual({
    code: 0,
    stderr: 'notice FX419 upgrade-not-seen: what changes in the rendered objects is not known: helm is not installed',
  });
});

test('a project that does not load is told, and the chart compared', () => {
  project.write('src/app.ts', 'export default 1;\n');
  const { code, stdout, stderr } = withoutHelm(...diff);
  expect(code).toBe(1);
  expect(stderr).toContain('FX001');
  expect(stdout).toContain('renamed, as a guess (1)');
});

test('of an addon in the package, the version that it pins is compared', () => {
  project.write(
    'src/app.ts',
    `import { FluxApp, FluxCluster } from 'fluxspan';
import { metricsServer } from 'fluxspan/addons';

const app = new FluxApp();
new FluxCluster(app, 'dev', { flux: '2.9' }).stage('base', [metricsServer({ values: { args: ['--v=2'] } })]);
export default app;
`,
  );
  project.write('charts/ms/Chart.yaml', 'apiVersion: v2\nname: metrics-server\nversion: 9.0.0\n');
  project.write('charts/ms/values.yaml', 'arguments: []\n');
  const { code, stdout, stderr } = withoutHelm('import', 'chart', 'charts/ms', '--diff');
  expect(code).toBe(1);
  expect(stdout).toMatch(/^metrics-server \d+\.\d+\.\d+ → 9\.0\.0\n1 release: dev\/metrics-server\n/);
  expect(stderr).toContain('FX418 upgrade-breaks: version 9.0.0 of the chart reads no value "args"');
  expect(stderr).toContain('cannot be had: helm is not installed');
});

test('charts in a registry are pulled, the old one in the version that was imported', () => {
  rmSync(join(project.folder, 'bin'), { recursive: true, force: true });
  // Packs the folder of the version that is asked for.
  project.write(
    'bin/helm',
    `#!/bin/sh
[ "$1" = version ] && echo v4.0.0
[ "$1" = pull ] || exit 0
case "$*" in *1.0.0*) from=old ;; *) from=new ;; esac
for to; do :; done
cp -r charts/$from "$to/shop" && tar czf "$to/shop.tgz" -C "$to" shop && rm -r "$to/shop"
`,
  );
  chmodSync(join(project.folder, 'bin/helm'), 0o755);
  const env = { PATH: [join(project.folder, 'bin'), process.env['PATH']].join(delimiter) };
  const fetched = (...argv: readonly string[]) => runCommandWith(env, project.folder, ...argv);
  const source = 'oci://someone:hunter2@registry.example.org/charts/shop';
  expect(fetched('import', 'chart', source, '--version', '1.0.0')).toMatchObject({ code: 0 });
  const { code, stdout, stderr } = fetched('import', 'chart', source, '--version', '^2', '--diff');
  expect(stdout).toContain('shop 1.0.0 → 2.0.0\n2 releases: dev/shop, prod/shop\n');
  expect(stdout).toContain('objects for dev/shop, prod/shop: 0 added, 0 removed, 0 changed');
  expect(stderr).not.toContain('FX419');
  expect(stdout + stderr).not.toContain('hunter2');
  expect(code).toBe(1);
});

test('wrong use is told', async () => {
  expect(await runMain(project.folder, ...diff, '--check')).toMatchObject({ code: 2 });
  expect(await runMain(project.folder, 'import', 'chart', 'charts/new', '--from', 'charts/old')).toMatchObject({
    code: 2,
  });
  const missing = withoutHelm('import', 'chart', 'nowhere', '--diff', '--json');
  expect(JSON.parse(missing.stdout)).toMatchObject({ ok: false, problems: [{ severity: 'error' }], diagnostics: [] });
});
