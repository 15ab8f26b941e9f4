import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { encrypted, type FleetProject, kustomization, makeFleet, podinfo } from '../../import-tree/repository.js';
import { runCommand } from '../../support/run.js';

let fleet: FleetProject;
afterEach(() => fleet.remove());

const run = (...args: readonly string[]) => runCommand(fleet.folder, 'import', 'tree', ...args);

describe('import tree', () => {
  it('writes one Kustomization as an addon, which adoption takes over without a change', () => {
    fleet = makeFleet({ 'clusters/dev/apps.yaml': kustomization('apps'), 'apps/podinfo.yaml': podinfo });
    const done = run();
    expect(done).toMatchObject({ code: 0 });
    expect(done.stdout).toContain('1 of 1 addons apply what the YAML applies (3 objects');
    expect(fleet.read('src/addons/apps.ts')).toBe(`import { defineAddon, HelmRelease, helmChart } from 'fluxspan';
import { Namespace } from 'fluxspan/imports/core';
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
  kustomization: { wait: false },
  helmRelease: fluxDefaults,
  build(scope, { charts }) {
    new Namespace(scope, 'podinfo-namespace', { name: 'podinfo' });
    new HelmRelease(scope, 'podinfo', {
      chart: charts.podinfo,
      interval: '50m',
      install: { remediation: { retries: 3 } },
      values: {
        // Two, since nodes go away.
        replicaCount: 2,
        ingress: {
          enabled: true, // behind the gateway
        },
      },
    });
  },
});
`);
    expect(fleet.read('src/app.ts')).toContain("}).stage('apps', [apps()]);\n");
    fleet.git('checkout', '--quiet', '-b', 'adopt');
    const adopted = runCommand(fleet.folder, 'handover', '--from', 'clusters/dev');
    expect(adopted).toMatchObject({ code: 0 });
    expect(adopted.stdout).toContain('dev: 2 to change\n');
    expect(adopted.stdout).toContain('no object changes its owner');
    const again = run();
    expect(again).toMatchObject({ code: 0 });
  });

  it('makes one addon of a folder that no Kustomization reads', () => {
    fleet = makeFleet({ 'apps/podinfo/podinfo.yaml': podinfo });
    const done = run('apps/podinfo');
    expect(done).toMatchObject({ code: 0 });
    expect(done.stdout).toContain('1 of 1 addons apply what the YAML applies (3 objects');
    expect(done.stdout).not.toContain('FX864');
    expect(fleet.read('src/addons/podinfo.ts')).toContain("export const podinfo = defineAddon({\n  name: 'podinfo',\n");
    expect(fleet.read('src/addons/podinfo.ts')).not.toContain('kustomization:');
    expect(fleet.read('src/app.ts')).toContain("path: 'clusters/dev',");
    expect(fleet.read('src/app.ts')).toContain("}).stage('podinfo', [podinfo()]);\n");
  });

  it('declares the vars that an encrypted object reads', () => {
    fleet = makeFleet({
      'clusters/dev/vars.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: vars, namespace: flux-system }
data: { ISSUER: letsencrypt }
`,
      'clusters/dev/apps.yaml': `${kustomization('apps')}  decryption: { provider: sops }
  postBuild: { substituteFrom: [{ kind: ConfigMap, name: vars }] }
`,
      'apps/db.enc.yaml': encrypted.replace(
        /^metadata:\n/m,
        'metadata:\n    namespace: default\n    annotations:\n        issuer: ${ISSUER}\n',
      ),
    });
    expect(encrypted).toMatch(/^metadata:\n/m);
    expect(run()).toMatchObject({ code: 0 });
    expect(fleet.read('src/addons/apps.ts')).toMatch(/name: 'vars', vars: \{ ISSUER: /);
  });

  it('lists what its objects name and what stays in YAML', () => {
    const repository = `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: { name: podinfo, namespace: flux-system }
spec: { interval: 1h, url: https://stefanprodan.github.io/podinfo }
`;
    const release = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: podinfo, namespace: flux-system }
spec: { interval: 1h, chart: { spec: { chart: podinfo, version: 6.9.x, sourceRef: { kind: HelmRepository, name: podinfo } } } }
`;
    fleet = makeFleet({
      'clusters/dev/podinfo.yaml': repository,
      'clusters/dev/apps.yaml': kustomization('apps'),
      'apps/release.yaml': release,
    });
    const done = run();
    expect(done.stderr).not.toContain('FX307');
    expect(done).toMatchObject({ code: 0 });
    expect(fleet.read('src/app.ts')).toContain("{ kind: 'HelmRepository', namespace: 'flux-system', name: 'podinfo' }");
  });

  it('claims nothing of integers that code rounds, and of objects in which Flux cannot substitute', () => {
    const widget = `apiVersion: example.com/v1
kind: Widget
metadata: { name: w, namespace: default }
spec: { n: 9007199254740993 }
`;
    fleet = makeFleet({ 'clusters/dev/apps.yaml': kustomization('apps'), 'apps/w.yaml': widget });
    const rounded = run('--dry-run');
    expect(rounded.stdout).toContain('0 of 1 addons apply what the YAML applies');
    expect(rounded.stderr).toContain('spec.n: an integer of more than 53 bits, which code rounds');
    fleet.remove();
    fleet = makeFleet({
      'clusters/dev/apps.yaml': `${kustomization('apps')}  postBuild: { substitute: { a: b } }\n`,
      'apps/c.yaml':
        'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: c, namespace: default }\ndata: { a: "${b-c}" }\n',
    });
    const unread = run('--dry-run');
    expect(unread.stdout).toContain('0 of 1 addons apply what the YAML applies');
    expect(unread.stderr).toContain("can't be compared while Flux can't substitute its vars");
  });

  it('writes nothing through a symbolic link', () => {
    fleet = makeFleet({ 'clusters/dev/apps.yaml': kustomization('apps'), 'apps/podinfo.yaml': podinfo });
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    rmSync(join(fleet.folder, 'src/addons'), { recursive: true, force: true });
    symlinkSync(outside, join(fleet.folder, 'src/addons'));
    const refused = run();
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain('"src/addons" is a symbolic link, and nothing is written through one');
    expect(readdirSync(outside)).toEqual([]);
    rmSync(outside, { recursive: true });
  });

  it('imports the Kustomization that reads a folder', () => {
    fleet = makeFleet({ 'clusters/dev/apps.yaml': kustomization('apps'), 'apps/podinfo.yaml': podinfo });
    expect(run('apps')).toMatchObject({ code: 0 });
    expect(fleet.read('src/addons/apps.ts')).toContain('kustomization: { wait: false }');
  });

  it('refuses a folder without manifests, one that does not build, and a cluster that is not there', () => {
    fleet = makeFleet({
      'docs/readme.txt': 'text',
      'broken/kustomization.yaml': 'resources: [gone.yaml]\n',
      'apps/podinfo.yaml': podinfo,
    });
    expect(run('docs').stderr + run('docs').stdout).toContain('nothing of "docs" can be imported: it has no manifests');
    const broken = run('broken');
    expect(broken.code).toBe(1);
    expect(broken.stdout + broken.stderr).toContain('broken');
    expect(run('apps', '--cluster', 'prod')).toMatchObject({ code: 2 });
    expect(run('apps', '--cluster', 'prod').stderr).toContain('there is no cluster "prod": dev');
  });

  it('keeps secrets as encrypted files, declares vars by their use, and depends on what stays', () => {
    const postBuild = `  targetNamespace: web
  dependsOn:
    - name: infra
  decryption:
    provider: sops
  postBuild:
    substitute:
      APP: shop
    substituteFrom:
      - kind: ConfigMap
        name: cluster-vars
`;
    fleet = makeFleet({
      'clusters/dev/infra.yaml': kustomization('infra'),
      'infra/crd.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: web\n',
      'clusters/dev/shop.yaml': kustomization('shop', postBuild),
      'shop/db.enc.yaml': encrypted,
      'shop/kustomization.yaml':
        'resources: [db.enc.yaml, web.yaml]\nconfigMapGenerator:\n  - name: site\n    namespace: web\n    literals: [mode=fast]\n',
      'shop/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: \${APP}
  namespace: web
spec:
  replicas: \${WEB_REPLICAS}
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: web:1
          env:
            - name: HOST
              value: https://\${WEB_HOSTNAME}/
          envFrom:
            - configMapRef:
                name: site
`,
    });
    const done = run('--kustomization', 'shop');
    expect(done.stderr).not.toContain('error');
    expect(done).toMatchObject({ code: 0 });
    expect(done.stdout).toContain('1 of 1 addons apply what the YAML applies (3 objects');
    const code = fleet.read('src/addons/shop.ts');
    expect(code).toContain("encryptedFile(scope, 'src/addons/shop/db.enc.yaml', { substitute: true });");
    expect(fleet.read('src/addons/shop/db.enc.yaml')).toBe(encrypted);
    expect(code).toContain('vars: { WEB_HOSTNAME: hostname(), WEB_REPLICAS: z.int() }');
    expect(code).toContain('replicas: vars.WEB_REPLICAS');
    expect(code).toContain('value: `https://${vars.WEB_HOSTNAME}/`');
    expect(code).toContain("const site = new ConfigMap(scope, 'site', {");
    expect(code).toContain('configMapRef: { name: site.name }');
    expect(code).toContain("new Deployment(scope, 'shop', {\n      spec:");
    const app = fleet.read('src/app.ts');
    expect(app).toContain("varsConfigMap: 'cluster-vars'");
    expect(app).toContain(
      "  external: [\n    { kind: 'Namespace', name: 'web' },\n    { kind: 'Kustomization', name: 'infra' },\n  ],",
    );
  });

  it('keeps what is not for Flux, nulls that mean nothing, and objects without a namespace as they are', () => {
    fleet = makeFleet({
      'clusters/dev/apps.yaml': kustomization(
        'apps',
        `  dependsOn:
    - name: charts
      namespace: shared
  postBuild:
    substituteFrom:
      - kind: ConfigMap
        name: site
`,
      ),
      'clusters/dev/shared.yaml': kustomization('charts')
        .replace('namespace: flux-system', 'namespace: shared')
        .replace('./charts', './gone'),
      'clusters/dev/site.yaml':
        'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: site\n  namespace: flux-system\ndata:\n  DOMAIN: example.org\n  POD: x\n',
      'apps/web.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: web
  namespace: web
data:
  \${DOMAIN}: ''
  share: $\${pod.name}-$\${PODS}
---
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: web
spec:
  selector: null
  ports:
    - port: 80
---
apiVersion: example.org/v1
kind: Pool
metadata:
  name: all
`,
    });
    const done = run('--kustomization', 'apps');
    expect(done.stdout + done.stderr).toContain('1 of 1 addons apply what the YAML applies (3 objects');
    expect(done.stderr).not.toContain('error');
    const code = fleet.read('src/addons/apps.ts');
    expect(code).toContain('vars: { DOMAIN: hostname() }');
    expect(code).toContain("'${DOMAIN}': ''");
    expect(code).not.toContain('null');
    expect(code).toContain("metadata: { name: 'all' },\n    }).addJsonPatch(JsonPatch.remove('/metadata/namespace'));");
    expect(fleet.read('src/app.ts')).toMatch(
      /kind: 'Kustomization',\s+namespace: 'shared',\s+name: 'charts',\s+provides: \['charts'\]/,
    );
  });

  it('puts back the nulls of others, which cdk8s drops', () => {
    fleet = makeFleet({
      'clusters/dev/apps.yaml': kustomization('apps'),
      'apps/policy.yaml': `apiVersion: example.org/v1
kind: Policy
metadata:
  name: spread
  namespace: web
spec:
  rules:
    - mutate:
        patch: { affinity: null, "a/b": null }
    - null
    - mutate: { patch: null }
`,
    });
    const done = run('--kustomization', 'apps');
    expect(done.stdout + done.stderr).toContain('1 of 1 addons apply what the YAML applies (1 objects');
    expect(fleet.read('src/addons/apps.ts')).toContain("JsonPatch.add('/spec/rules/0/mutate/patch/a~1b', null)");
  });

  it('puts the addon that makes a namespace before those that use it', () => {
    const part = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: web\n`;
    fleet = makeFleet({
      'clusters/dev/top.yaml': kustomization('top', '  dependsOn:\n    - name: base\n'),
      'clusters/dev/base.yaml': kustomization('base'),
      'base/a.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: base\n',
      'top/namespace.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: web\n',
      'top/part.yaml': kustomization('part'),
      'part/part.yaml': part('part'),
    });
    const done = run();
    expect(done.stderr).not.toContain('FX207');
    expect(fleet.read('src/app.ts')).toContain(".stage('base', [base()])\n  .stage('apps', [part(), top()]);");
  });

  it('says once what most releases and Kustomizations have', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const settings = `  install:
    crds: CreateReplace
    remediation:
      retries: 3
`;
    const release = (name: string) =>
      podinfo
        .replaceAll(': podinfo', `: ${name}`)
        .replace(
          / {2}install:\n.*\n.*\n/,
          name === 'f' ? settings.replace('    remediation:\n      retries: 3\n', '') : settings,
        );
    fleet = makeFleet(
      Object.fromEntries(
        names.flatMap((name) => [
          [
            `clusters/dev/${name}.yaml`,
            kustomization(name).replace('interval: 10m', `interval: ${name === 'e' ? '10m' : '30m'}`),
          ],
          [`${name}/release.yaml`, release(name)],
        ]),
      ),
    );
    const done = run();
    expect(done.stdout + done.stderr).toContain('6 of 6 addons apply what the YAML applies (18 objects');
    expect(fleet.read('src/addons/release-defaults.ts')).toContain(`releaseDefaults: HelmReleaseSettings = {
  timeout: '5m',
  driftDetection: { mode: 'disabled' },
  install: { crds: 'CreateReplace', remediation: { retries: 3 } },
  upgrade: { crds: 'Skip', remediation: {} },
  interval: '50m',
};
`);
    const web = fleet.read('src/addons/a.ts');
    expect(web).toContain("import { releaseDefaults } from './release-defaults.js';");
    expect(web).toContain('  helmRelease: releaseDefaults,\n');
    expect(web).not.toContain('kustomization:');
    expect(web).toContain("new HelmRelease(scope, 'a', {\n      chart: charts.a,\n      values:");
    expect(fleet.read('src/addons/e.ts')).toContain("kustomization: { interval: '10m' },");
    expect(fleet.read('src/addons/f.ts')).toContain('  helmRelease: fluxDefaults,\n');
    expect(fleet.read('src/app.ts')).toContain("defaults: { kustomization: { interval: '30m', wait: false } },");
  });

  it('escapes hostile texts and names', () => {
    const hostile = {
      quotes: `it's "x" \` \${process.exit(1)} \\`,
      lines: 'a\n`${process.exit(1)}`\n\\',
      ending: '*/ // \u2028 </script>',
    };
    const data = Object.entries(hostile)
      .map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`)
      .join('');
    fleet = makeFleet({
      'clusters/dev/class.yaml': kustomization('class'),
      'class/a.yaml': `# \`\${x}\` */ comment of it\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: constructor\n  namespace: default\n  annotations:\n    example.org/its: "'"\ndata:\n  __proto__: pollute\n${data}`,
      'class/b.yaml':
        'apiVersion: v1\nkind: Service\nmetadata:\n  name: constructor\n  namespace: default\nspec:\n  type: ExternalName\n  externalName: example.org\n',
    });
    const done = run();
    expect(done.stderr).not.toContain('error');
    expect(done.stdout).toContain('1 of 1 addons apply what the YAML applies (2 objects');
    expect(fleet.read('src/addons/class.ts')).toContain('export const classAddon = defineAddon({');
    expect(fleet.read('src/addons/class.ts')).not.toMatch(/\u2028/);
  });

  it('keeps a source that no chart can declare where it is, and leaves out timestamps without a value', () => {
    const timed =
      'apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: web\n  namespace: podinfo\n  creationTimestamp: null\n';
    fleet = makeFleet({
      'clusters/dev/apps.yaml': kustomization('apps'),
      'apps/podinfo.yaml': podinfo.replace('version: 6.9.x', 'version: 6.9.x\n      interval: 12h'),
      'apps/web.yaml': timed,
    });
    const done = run();
    expect(done.stderr).not.toContain('error');
    expect(done.stdout).toContain('1 of 1 addons apply what the YAML applies (4 objects');
    expect(fleet.read('src/addons/apps.ts')).toContain(
      "new HelmRepository(scope, 'podinfo-helm-repository', {\n      name: 'podinfo',\n      namespace: 'podinfo',",
    );
  });

  it('says what does not build, and imports the rest', () => {
    fleet = makeFleet({
      'clusters/dev/apps.yaml': kustomization('apps'),
      'apps/podinfo.yaml': podinfo,
      'clusters/dev/broken.yaml': kustomization('broken'),
      'broken/kustomization.yaml': 'resources: [missing.yaml]\n',
    });
    const done = run();
    expect(done.stderr).toContain('warning FX862 import-left-out: Kustomization "flux-system/broken" isn\'t imported');
    expect(done.stdout).toContain('wrote src/addons/apps.ts');
    expect(done.code).toBe(0);
  });

  it('never writes over a file, and keeps an app that has code in it', () => {
    fleet = makeFleet({ 'clusters/dev/apps.yaml': kustomization('apps'), 'apps/podinfo.yaml': podinfo });
    fleet.edit('src/app.ts', 'const app', '// Ours.\nconst app');
    const app = fleet.read('src/app.ts');
    const first = run('--dry-run');
    expect(first.stdout).toContain('would write src/addons/apps.ts\n');
    expect(fleet.files('src/addons')).toEqual({});
    const done = run();
    expect(done.stdout).toContain("import { apps } from './addons/apps.js';");
    expect(done.stdout).toContain(".stage('apps', [apps()])");
    expect(fleet.read('src/app.ts')).toBe(app);
    fleet.edit('src/addons/apps.ts', '6.9.x', '6.8.x');
    const refused = run();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('error FX861 import-tree-in-the-way: "src/addons/apps.ts" is there');
    expect(fleet.read('src/addons/apps.ts')).toContain('6.8.x');
  });

  it('keeps releases and sources of old versions as they are', () => {
    fleet = makeFleet({
      'clusters/dev/apps.yaml': kustomization('apps'),
      'apps/podinfo.yaml': podinfo.replace('helm.toolkit.fluxcd.io/v2', 'helm.toolkit.fluxcd.io/v2beta2'),
    });
    expect(run().stdout).toContain('1 of 1 addons apply what the YAML applies (3 objects');
  });

  it('refuses names and folders that are not there, and a project without git', () => {
    fleet = makeFleet({
      'clusters/dev/apps.yaml': kustomization('apps'),
      'clusters/prod/apps.yaml': kustomization('apps'),
      'apps/podinfo.yaml': podinfo,
    });
    const unknown = run('clusters/dev', '--kustomization', 'web');
    expect(unknown.code).toBe(1);
    const said = 'error FX860 import-tree-nothing: no Kustomization of cluster';
    expect(unknown.stderr).toMatch(new RegExp(`${said} "dev" .*\\n  at   clusters/dev/flux-system/gotk-sync.yaml\\n`));
    // No file says that Flux reads it.
    expect(run('clusters/prod', '--kustomization', 'web').stderr).toMatch(new RegExp(`${said} "prod" .*\\n  (?!at )`));
    expect(run('clusters/test').stderr).toContain('FX860 import-tree-nothing: there is no folder "clusters/test"');
    rmSync(join(fleet.folder, '.git'), { recursive: true });
    expect(run().stderr).toContain('error FX860 import-tree-nothing: the project is in no git repository');
  });
});
