import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { encrypted, type FleetProject, kustomization, makeFleet, podinfo, sync } from '../../import-tree/repository.js';
import { runCommand } from '../../support/run.js';

let fleet: FleetProject;
afterEach(() => fleet.remove());

const run = (...args: readonly string[]) => runCommand(fleet.folder, 'import', 'tree', ...args);

/** Clusters whose Kustomization `apps` reads a folder of their own. */
const clusters = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => [
      [`clusters/${name}/flux-system/gotk-sync.yaml`, sync.replace('clusters/dev', `clusters/${name}`)],
      [`clusters/${name}/apps.yaml`, kustomization('apps').replace('./apps', `./apps/${name}`)],
    ]),
  );

const overlay = (patch: string, more = ''): string =>
  `resources: [../base${more}]\npatches:\n  - target: { kind: HelmRelease }\n    patch: |\n${patch.replace(/^/gm, '      ')}\n`;

const release = (fields: string): string =>
  `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata:\n  name: podinfo\nspec:\n${fields}`;

const base = {
  'apps/base/kustomization.yaml': 'resources: [podinfo.yaml]\n',
  'apps/base/podinfo.yaml': podinfo,
};

const monitor = `apiVersion: v1
kind: Service
metadata:
  name: podinfo-metrics
  namespace: podinfo
spec:
  ports:
    - port: 9797
`;

describe('import tree of several clusters', () => {
  it('says, where a second one comes after the first, how to import both together', () => {
    fleet = makeFleet({
      ...base,
      ...clusters('dev', 'staging'),
      'apps/dev/kustomization.yaml': overlay(release('  values:\n    replicaCount: 1')),
      'apps/staging/kustomization.yaml': overlay(release('  values:\n    replicaCount: 3')),
    });
    expect(run('clusters/dev')).toMatchObject({ code: 0 });
    const first = fleet.read('src/addons/apps.ts');
    const second = run('clusters/staging');
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toContain(
      'FX861 import-tree-in-the-way: "src/addons/apps.ts" is there, and has other content: nothing is written',
    );
    expect(second.stderr).toContain(
      'npx fluxspan import tree clusters/dev clusters/staging (docs/how-to/import-tree.md)',
    );
    expect(fleet.read('src/addons/apps.ts')).toBe(first);
    renameSync(join(fleet.folder, 'src/addons/apps.ts'), join(fleet.folder, 'apps-before.ts'));
    expect(run('clusters/dev', 'clusters/staging').stdout).toContain('wrote src/addons/apps.ts');
  });

  it('writes what differs as options of one addon', () => {
    fleet = makeFleet({
      ...base,
      ...clusters('dev', 'staging'),
      'apps/dev/kustomization.yaml': overlay(
        release('  values:\n    host: podinfo.dev.example.org\n    logLevel: debug'),
      ),
      'apps/staging/kustomization.yaml': overlay(
        release(
          '  chart:\n    spec:\n      version: 6.8.x\n  values:\n    replicaCount: 3\n    host: podinfo.example.org\n    resources:\n      limits: { memory: 256Mi }',
        ),
        ', metrics.yaml',
      ),
      'apps/staging/metrics.yaml': monitor,
    });
    const done = run();
    expect(done).toMatchObject({ code: 0 });
    expect(done.stdout).toContain(`
clusters share 1 of 1 addons
  apps: dev, staging differ in replicaCount, host, logLevel, resources, podinfoMetrics, version

2 of 2 addons apply what the YAML applies (7 objects of 2 clusters, compared after kustomize and substitution)`);
    expect(fleet.read('src/addons/apps.ts')).toBe(`import { defineAddon, HelmRelease, helmChart } from 'fluxspan';
import { Namespace, Service } from 'fluxspan/imports/core';
import { z } from 'zod';
import { fluxDefaults } from './flux-defaults.js';

export const apps = defineAddon({
  name: 'apps',
  namespace: 'podinfo',
  charts: {
    podinfo: helmChart({
      url: 'https://stefanprodan.github.io/podinfo',
      chart: 'podinfo',
      version: '6.9.x',
      sourceName: 'podinfo',
      sourceNamespace: 'release-namespace',
      interval: '30m',
    }),
  },
  options: z.object({
    replicaCount: z.int(),
    host: z.string(),
    logLevel: z.string().optional(),
    resources: z.object({ limits: z.object({ memory: z.string() }) }).optional(),
    podinfoMetrics: z.boolean().default(false),
  }),
  kustomization: { wait: false },
  helmRelease: fluxDefaults,
  build(scope, { charts, options }) {
    new Namespace(scope, 'podinfo-namespace', { name: 'podinfo' });
    new HelmRelease(scope, 'podinfo', {
      chart: charts.podinfo,
      interval: '50m',
      install: { remediation: { retries: 3 } },
      values: {
        // Two, since nodes go away.
        replicaCount: options.replicaCount,
        ingress: {
          enabled: true, // behind the gateway
        },
        host: options.host,
        logLevel: options.logLevel,
        resources: options.resources,
      },
    });
    if (options.podinfoMetrics) {
      new Service(scope, 'podinfo-metrics', { name: 'podinfo-metrics', spec: { ports: [{ port: 9797 }] } });
    }
  },
});
`);
    const app = fleet.read('src/app.ts');
    expect(app.match(/import \{ apps \}/g)).toHaveLength(1);
    expect(app).toContain(
      "}).stage('apps', [apps({ replicaCount: 2, host: 'podinfo.dev.example.org', logLevel: 'debug' })]);\n",
    );
    expect(app).toContain(`}).stage('apps', [
  apps({
    version: '6.8.x',
    replicaCount: 3,
    host: 'podinfo.example.org',
    resources: { limits: { memory: '256Mi' } },
    podinfoMetrics: true,
  }),
]);
`);
    const written = fleet.files('src');
    expect(run('clusters/staging', 'clusters/dev')).toMatchObject({ code: 0 });
    expect(fleet.files('src')).toEqual(written);
  });

  it('has a default where most clusters agree, settings of the Kustomization, and names for what several texts share', () => {
    const host = (domain: string) =>
      overlay(release(`  values:\n    host: podinfo.${domain}\n    ui: { url: "https://ui.${domain}/" }`));
    fleet = makeFleet({
      ...base,
      ...clusters('dev', 'prod', 'qa'),
      'clusters/prod/apps.yaml': kustomization('apps', '  wait: true\n').replace('./apps', './apps/prod'),
      'apps/dev/kustomization.yaml': host('example.org'),
      'apps/qa/kustomization.yaml': host('example.org'),
      'apps/prod/kustomization.yaml': host('example.com'),
    });
    expect(run()).toMatchObject({ code: 0 });
    const code = fleet.read('src/addons/apps.ts');
    expect(code).toContain("options: z.object({ domain: z.string().default('example.org') }),\n  helmRelease");
    expect(code).toContain('host: `podinfo.${options.domain}`,');
    expect(code).toContain('ui: { url: `https://ui.${options.domain}/` },');
    const app = fleet.read('src/app.ts');
    expect(app.match(/apps\(\{ kustomization: \{ wait: false \} \}\)/g)).toHaveLength(2);
    expect(app).toContain("apps({ domain: 'example.com' })");
  });

  it('puts values between the equal lines of a text', () => {
    const settings = (level: string, size: number) =>
      `configMapGenerator:\n  - name: settings\n    namespace: podinfo\n    literals:\n      - |-\n        app.yaml=log:\n          level: "${level}"\n        cache:\n          size: ${size}\n`;
    fleet = makeFleet({
      ...clusters('dev', 'staging'),
      'apps/dev/kustomization.yaml': settings('debug', 2),
      'apps/staging/kustomization.yaml': settings('info', 10),
    });
    expect(run()).toMatchObject({ code: 0 });
    const code = fleet.read('src/addons/apps.ts');
    expect(code).toContain('log:\n  level: "${options.level}"\ncache:\n  size: ${options.settingsSize}`,');
    expect(code).toContain('nameSuffixHash: true');
  });

  it('takes objects of a base that overlays rename or move for the same ones', () => {
    const web = `apiVersion: v1
kind: Namespace
metadata:
  name: web
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: web
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      serviceAccountName: web
      containers:
        - name: web
          image: web:1
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: web
  namespace: web
---
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: web
spec:
  ports:
    - port: 80
`;
    const moved = (name: string) => `resources: [../base]\nnamespace: web-${name}\nnamePrefix: ${name}-\n`;
    fleet = makeFleet({
      ...clusters('dev', 'staging'),
      'apps/base/kustomization.yaml': 'resources: [web.yaml]\n',
      'apps/base/web.yaml': web,
      'apps/dev/kustomization.yaml': moved('dev'),
      'apps/staging/kustomization.yaml': moved('staging'),
    });
    const done = run();
    expect(done.stderr).not.toContain('FX865');
    expect(done.stdout).toContain('2 of 2 addons apply what the YAML applies (8 objects');
    expect(fleet.read('src/addons/apps.ts')).toMatchInlineSnapshot(`
      "import { defineAddon } from 'fluxspan';
      import { Deployment } from 'fluxspan/imports/apps';
      import { Namespace, Service, ServiceAccount } from 'fluxspan/imports/core';
      import { z } from 'zod';

      export const apps = defineAddon({
        name: 'apps',
        options: z.object({ environment: z.string() }),
        kustomization: { wait: false },
        build(scope, { options }) {
          new Namespace(scope, 'web', { name: \`web-\${options.environment}\` });
          new Deployment(scope, 'web-deployment', {
            name: \`\${options.environment}-web\`,
            namespace: \`web-\${options.environment}\`,
            spec: {
              selector: { matchLabels: { app: 'web' } },
              template: {
                metadata: { labels: { app: 'web' } },
                spec: {
                  serviceAccountName: \`\${options.environment}-web\`,
                  containers: [{ name: 'web', image: 'web:1' }],
                },
              },
            },
          });
          new Service(scope, 'web-service', {
            name: \`\${options.environment}-web\`,
            namespace: \`web-\${options.environment}\`,
            spec: { ports: [{ port: 80 }] },
          });
          new ServiceAccount(scope, 'web-service-account', {
            name: \`\${options.environment}-web\`,
            namespace: \`web-\${options.environment}\`,
          });
        },
      });
      "
    `);
    expect(fleet.read('src/app.ts')).toContain("apps({ environment: 'staging' })");
  });

  it('keeps clusters apart that differ too much, and says why', () => {
    fleet = makeFleet({
      ...clusters('dev', 'staging'),
      'apps/dev/podinfo.yaml': podinfo,
      'apps/dev/secret.yaml': encrypted,
      'apps/staging/podinfo.yaml': podinfo,
      'apps/staging/secret.yaml': encrypted.replace('ENC[', 'ENC[A'),
    });
    const done = run();
    expect(done.stderr).toContain(
      'notice FX865 import-apart: "apps" becomes 2 addons: "dev", "staging" differ in more than options',
    );
    expect(done.stderr).toContain('stays a file, and differs');
    expect(fleet.read('src/app.ts')).toContain("import { appsStaging } from './addons/apps-staging.js';");
    expect(fleet.read('src/addons/apps-staging.ts')).toContain("name: 'apps',");
  });
});
