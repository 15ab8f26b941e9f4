import { spawnSync } from 'node:child_process';
import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { ConfigMap, FluxApp, HelmRelease, helmChart } from 'fluxspan';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openCompileContext } from '../../../src/compile/compile-context.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { synthApp } from '../../../src/synth/synth-app.js';
import { builds } from '../../support/builds.js';
import { addon, clusterOf, type LooseContext } from '../../support/synthesize.js';
import { Repository } from '../repository.js';
import { gotkSync } from './flux-files.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

type Files = Readonly<Record<string, string>>;

const FOLDER = 'k8s/clusters/dev';
const SYNC = `${FOLDER}/flux-system/gotk-sync.yaml`;
const LIST = `${FOLDER}/kustomization.yaml`;
const sync = (more = '') => gotkSync(`./${FOLDER}`, { more });
const list = (more = '') => `resources: [flux-system, crds.yaml, plain.yaml, shop.yaml, web.yaml]\n${more}`;
const ADDONS = '(crds|plain|shop|web)';
const patch = (text: string, name = ADDONS) =>
  `patches:
- target: { kind: Kustomization, group: kustomize.toolkit.fluxcd.io, name: ${name} }
  patch: |
${text.replace(/^/gm, '    ')}
`;
const set = (path: string, value: string) => `- op: add\n  path: ${path}\n  value: ${value}`;
const remove = (path: string) => `- op: remove\n  path: ${path}`;
/** A patch of the kustomization file in the cluster's folder. */
const patched = (text: string, name?: string) => ({ [LIST]: list(patch(text, name)) });
/** A patch that the addon's Kustomization gets for its own objects. */
const inner = (text: string, name: string) =>
  patched(
    `- op: add\n  path: /spec/patches${name === 'web' ? '/-' : ''}\n  value:\n${name === 'web' ? '' : '  -\n'}${`target: { kind: ConfigMap }\npatch: |\n${text.replace(/^/gm, '  ')}`.replace(/^/gm, '    ')}`,
    name,
  );

/** A Kustomization of others, which waits for an addon. */
const infra = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: infra, namespace: flux-system }
spec:
  interval: 10m
  path: ./k8s/infra
  prune: true
  wait: true
  dependsOn: [{ name: crds }]
  sourceRef: { kind: GitRepository, name: flux-system }
`;
/** The addon waits for what others wait for. */
const through = (text: string): Files => ({
  [`${FOLDER}/infra.yaml`]: infra,
  'k8s/infra/settings.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: infra, namespace: default }\n',
  [LIST]: list(patch(text, 'shop')).replace('web.yaml]', 'web.yaml, infra.yaml]'),
});

const make = (build: (scope: Construct, context: LooseContext) => unknown) => ({
  build: (scope: Construct, context: LooseContext) => void build(scope, context),
});
const script = { run: 'echo ${HOME}', zero: '${A}, ${B} and $$' };
const appOf = (options: object, text: Readonly<Record<string, string>> = script): FluxApp => {
  const app = new FluxApp();
  const crds = addon('crds', {
    provides: ['example.org'],
    ...make((scope) => {
      const chart = helmChart({ url: 'https://charts.example.org', chart: 'op', version: '1.0.0' });
      new HelmRelease(scope, 'op', { chart } as never);
    }),
  });
  const plain = addon(
    'plain',
    make((scope) => new ConfigMap(scope, 'script', { name: 'script', data: text })),
  );
  const web = addon(
    'web',
    {
      infra: {
        vars: {
          TF_HOST: z
            .string()
            .regex(/^[\w.-]+$/)
            .describe('a host')
            .meta({ examples: ['a.example.org'] }),
        },
      },
      ...make((scope, { vars }) => {
        new ConfigMap(scope, 'c', { name: 'web', data: { host: vars['TF_HOST']!, others: '${OTHER_THING}' } });
        new ApiObject(scope, 'pvc', {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          metadata: { name: 'data', namespace: 'default' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        } as never);
      }),
    },
    {
      kustomization: {
        patches: [
          { target: { kind: 'ConfigMap' }, patch: '- { op: add, path: /data/more, value: "host is ${TF_HOST}" }' },
        ],
      },
    },
  );
  const widget = { apiVersion: 'example.org/v1', kind: 'Widget', metadata: { name: 'w', namespace: 'default' } };
  const shop = addon('shop', {
    requires: ['example.org', 'web'],
    ...make((scope) => new ApiObject(scope, 'w', widget)),
  });
  clusterOf({ first: [crds, web, plain], second: [shop] }, { app, options });
  return app;
};

describe.runIf(hasKubectl || process.env['CI'] === 'true')(
  "patches of Flux's root for generated Kustomizations",
  () => {
    let repository: Repository;
    beforeAll(async () => {
      repository = new Repository();
      repository.write(SYNC, sync());
      repository.write(LIST, list());
      repository.write(`${FOLDER}/flux-system/kustomization.yaml`, 'resources: [gotk-sync.yaml]\n');
      expect(await said({})).toBe('');
      repository.publish('a cluster');
    }, 120_000);
    afterAll(() => repository.remove());
    afterEach(() => {
      repository.git('checkout', '--quiet', '--', '.');
      repository.git('clean', '-fdq');
    });

    interface Options {
      readonly options?: object;
      readonly text?: Readonly<Record<string, string>>;
      readonly noBase?: true;
    }
    /** The diagnostics of synth, without the notice on the sample's kind. */
    const said = async (files: Readonly<Record<string, string>>, { options = {}, text, noBase }: Options = {}) => {
      for (const [path, content] of Object.entries(files)) repository.write(path, content);
      const app = appOf(options, text);
      const { diagnostics } = await synthApp(app, {
        project: repository.folder,
        context: openCompileContext(app, repository.folder),
        builds,
        ...(noBase === true ? {} : { base: {} }),
      });
      return diagnostics
        .filter(({ code }) => code !== 'FX318')
        .map(printDiagnostic)
        .join('')
        .replaceAll(/test\/[\w/.-]+:\d+/g, '<place>');
    };
    const SECRETS = '{ substituteFrom: [{ kind: Secret, name: cluster-secrets }] }';
    const OPTIONAL = '{ substituteFrom: [{ kind: Secret, name: cluster-secrets, optional: true }] }';

    it("are reported with the object, the patch and the fix if they add vars to text that isn't for Flux", async () => {
      expect(await said(patched(set('/spec/postBuild', SECRETS), 'plain'))).toMatchInlineSnapshot(`
        "error FX543 root-changes-vars: Flux's root adds postBuild.substituteFrom (Secret "cluster-secrets") to Kustomization/plain in flux-system, so Flux substitutes in data.run of ConfigMap/script: it fails at \${HOME}, unless Secret "cluster-secrets" has it, and applies nothing of the addon
          at   k8s/clusters/dev/kustomization.yaml:7  patches[0]
          note addon "plain" has no vars, so synth writes its text as it is
          note also in data.zero
          fix  leave Kustomization/plain in flux-system out of the patch, or annotate ConfigMap/script with kustomize.toolkit.fluxcd.io/substitute: disabled; if vars are intended, declare them in the addon: kustomization: { postBuild: { substituteFrom: [{ kind: 'Secret', name: 'cluster-secrets', vars: ['HOME', 'A', 'B'] }] } }
        notice FX545 root-reference: Flux's root lets Kustomization/plain in flux-system read Secret/cluster-secrets in flux-system, which is in nothing that is read here
          at   k8s/clusters/dev/kustomization.yaml:7  patches[0]
          note without it, Flux applies nothing of the Kustomizations that name it
          fix  check that it is in the cluster before you merge this: kubectl -n flux-system get secret cluster-secrets
        "
      `);
      expect(
        await said(patched(set('/spec/postBuild', '{ substitute: { HOME: x } }'), 'plain')),
      ).toMatchInlineSnapshot(`
        "error FX543 root-changes-vars: Flux's root adds postBuild.substitute to Kustomization/plain in flux-system, so Flux substitutes in data.run of ConfigMap/script: \${HOME} becomes the value that is there under this name
          at   k8s/clusters/dev/kustomization.yaml:7  patches[0]
          note addon "plain" has no vars, so synth writes its text as it is
          note also in data.zero
          fix  leave Kustomization/plain in flux-system out of the patch, or annotate ConfigMap/script with kustomize.toolkit.fluxcd.io/substitute: disabled; if vars are intended, declare them in the addon: kustomization: { postBuild: { substitute: { HOME: '…' } } }
        "
      `);
    });

    it("aren't reported for a Secret that a ResourceSet makes", async () => {
      const files = (name: string) => ({
        [LIST]: list(patch(set('/spec/postBuild', SECRETS), 'crds')).replace('flux-system,', 'flux-system, set.yaml,'),
        [`${FOLDER}/set.yaml`]: `apiVersion: fluxcd.controlplane.io/v1
kind: ResourceSet
metadata: { name: secrets, namespace: flux-system }
spec:
  inputs: [{ name: ${name} }]
  resources:
    - { apiVersion: v1, kind: Secret, metadata: { name: << inputs.name >>, namespace: flux-system } }
`,
      });
      expect(await said(files('cluster-secrets'))).not.toContain('FX545');
      expect(await said(files('other'))).toContain('FX545');
    });

    it("are reported with the violated rule and the patch's place", async () => {
      expect(await said(patched(remove('/spec/dependsOn'), 'shop'))).toMatchInlineSnapshot(`
        "error FX605 crd-provider: addon "shop" has objects of "example.org" and does not wait for addon "crds", which installs their CRDs
          at   dev/shop/Widget/w  apiVersion  <place>
          note Flux reports: no matches for kind "Widget" in version "example.org/v1"
          note Kustomization/shop is as Flux's root applies it, with the root's own patches: spec.dependsOn in k8s/clusters/dev/kustomization.yaml:6
          note addon "shop" is used at <place>
          fix  correct what the root patches in k8s/clusters/dev/kustomization.yaml:6; else add 'example.org' to \`requires\` of addon "shop"
        "
      `);
      expect(await said(patched(set('/spec/wait', 'false')))).toMatchInlineSnapshot(`
        "error FX606 crd-not-waited-for: addon "crds" is ready before the CRDs of "example.org" are there: its Kustomization does not wait
          at   dev/crds/Kustomization/crds  spec.wait  <place>
          note addon "shop" has objects of them
          note Kustomization/crds is as Flux's root applies it, with the root's own patches: spec.wait in k8s/clusters/dev/kustomization.yaml:6
          fix  correct what the root patches in k8s/clusters/dev/kustomization.yaml:6; else take \`wait: false\` out of its kustomization settings, or give healthChecks
        "
      `);
    });

    it('are reported if they remove a dependency between addons', async () => {
      expect(await said(patched(remove('/spec/dependsOn/0'), 'shop'), { noBase: true })).toContain('FX605');
      expect(await said(patched(remove('/spec/dependsOn/1'), 'shop'))).toContain(
        'warning FX546 root-breaks-order: Flux\'s root takes "flux-system/web" out of',
      );
    });

    it("can't be checked if the root doesn't build, which synth reports", async () => {
      expect(await said({ [LIST]: list('patches: [{ path: ghost.yaml }]\n') }, { noBase: true })).toContain(
        'notice FX547 root-not-read',
      );
    });

    it('are reported if they add a missing dependency', async () => {
      expect(await said(patched(set('/spec/dependsOn', '[{ name: infra }]'), 'plain'))).toMatchInlineSnapshot(`
        "error FX545 root-reference: Flux's root lets Kustomization/plain in flux-system depend on Kustomization "flux-system/infra", which nothing that it reads has: Flux applies nothing of addon "plain"
          at   k8s/clusters/dev/kustomization.yaml:7  patches[0]
          note Flux reports: dependency 'flux-system/infra' not found
          fix  correct the name in the patch, or give it a target that leaves Kustomization/plain in flux-system out; did you mean "flux-system/crds"?
        "
      `);
    });

    const harmful: readonly (readonly [string, Files, readonly string[], Options?])[] = [
      ['vars that may be there', patched(set('/spec/postBuild', OPTIONAL), 'plain'), ['warning FX543', '${HOME}']],
      [
        'vars before Flux 2.9',
        patched(set('/spec/postBuild', SECRETS), 'plain'),
        ['error FX543', '${HOME} becomes empty'],
        { options: { flux: '2.8' } },
      ],
      [
        'vars where nothing but an escape is',
        patched(set('/spec/postBuild', SECRETS), 'plain'),
        ['warning FX543', 'data.id of ConfigMap/script: `$${` becomes `${`'],
        { text: { id: '$${UID}' } },
      ],
      [
        'vars where Flux reads an expression that it does not know',
        patched(set('/spec/postBuild', SECRETS), 'plain'),
        ['error FX543', "it can't read the text"],
        { text: { id: 'a-${{ github.sha }}' } },
      ],
      ['vars, without a base', patched(set('/spec/postBuild', SECRETS), 'plain'), ['error FX543'], { noBase: true }],
      [
        'vars, where the base is not there',
        patched(set('/spec/postBuild', SECRETS), 'plain'),
        ['error FX543', 'FX504'],
        { options: { base: 'origin/other' } },
      ],
      [
        "vars by the root's own patches",
        { [SYNC]: sync(patch(set('/spec/postBuild', SECRETS), 'plain').replace(/^/gm, '  ').trimEnd()) },
        ['error FX543', `${SYNC}:19`],
      ],
      [
        'vars by a component',
        {
          [LIST]: list('components: [../../../flux/c]\n'),
          'flux/c/kustomization.yaml': `apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n${patch(set('/spec/postBuild', SECRETS), 'plain')}`,
        },
        ['error FX543', 'at   flux/c/kustomization.yaml:8'],
      ],
      [
        "a list of sources in the place of synth's",
        patched(set('/spec/postBuild/substituteFrom', '[{ kind: Secret, name: cluster-secrets }]'), 'web'),
        [
          'error FX543',
          'takes postBuild.substituteFrom (ConfigMap "cluster-vars-terraform") out of',
          '${TF_HOST} is not set',
        ],
      ],
      [
        'no substitution at all',
        patched(remove('/spec/postBuild'), 'web'),
        ['error FX543', 'applies ${TF_HOST} and ${q} as text'],
      ],
      [
        'another value for a var, and no quotes',
        patched(set('/spec/postBuild/substitute', '{ TF_HOST: other }'), 'web'),
        ['warning FX543', "what Terraform gives doesn't reach", 'error FX543', 'since ${q} is not set'],
      ],
      [
        'vars of the root itself, which reads the text of an addon first',
        { [SYNC]: sync('  postBuild: { substitute: { A: b } }\n') },
        [
          'error FX543',
          'in spec.patches[0].patch of Kustomization/web in flux-system itself',
          'applies nothing of the cluster',
        ],
      ],
      [
        'an object with vars that Flux must then leave alone',
        inner(
          '- op: add\n  path: /metadata/annotations\n  value: { kustomize.toolkit.fluxcd.io/substitute: disabled }',
          'web',
        ),
        ['error FX543', 'applies the vars in data.host as text'],
      ],
      [
        'text with a var that is not there',
        inner('- op: add\n  path: /data/x\n  value: ${DOMAIN}', 'web'),
        ['error FX543', "${DOMAIN}, which isn't among its vars", LIST],
      ],
      [
        'no wait, though another addon needs it',
        patched(set('/spec/wait', 'false'), 'web'),
        ['warning FX546', 'takes wait out of'],
      ],
      [
        'no wait, without a base',
        patched(set('/spec/wait', 'false')),
        ['error FX606', `spec.wait in ${LIST}:6`],
        { noBase: true },
      ],
      [
        'an addon that is suspended',
        patched(set('/spec/suspend', 'true'), 'web'),
        ['warning FX546', 'on which addon "shop" depends'],
      ],
      ['an addon that nothing needs, suspended', patched(set('/spec/suspend', 'true'), 'plain'), ['notice FX546']],
      [
        'a suspended root',
        { [SYNC]: sync('  suspend: true\n') },
        ['warning FX546', 'applies nothing of what synth generates'],
      ],
      [
        'objects that Flux passes by',
        patched(set('/metadata/annotations', '{ kustomize.toolkit.fluxcd.io/reconcile: disabled }'), 'web'),
        ['warning FX546', 'neither creates nor changes it'],
      ],
      [
        'all objects that Flux passes by',
        { [SYNC]: sync('  commonMetadata: { annotations: { kustomize.toolkit.fluxcd.io/ssa: Ignore } }\n') },
        ['warning FX546', 'has commonMetadata with kustomize.toolkit.fluxcd.io/ssa: Ignore'],
      ],
      [
        'a dependency on a root that waits for all',
        { [SYNC]: sync('  wait: true\n'), ...patched(set('/spec/dependsOn', '[{ name: flux-system }]'), 'plain') },
        ['error FX640', 'Kustomization/plain'],
      ],
      [
        'another cluster',
        patched(set('/spec/kubeConfig', '{ secretRef: { name: other } }'), 'web'),
        ['error FX515', 'notice FX545'],
      ],
      [
        'another cluster for all',
        { [SYNC]: sync('  kubeConfig: { secretRef: { name: other } }\n') },
        ['error FX541', 'would apply all that it reads to another cluster'],
      ],
      [
        'another namespace',
        patched(set('/spec/targetNamespace', 'other'), 'web'),
        ['error FX502', 'PersistentVolumeClaim/data'],
      ],
      ['a prefix', patched(set('/spec/namePrefix', 'x-'), 'web'), ['error FX502', 'PersistentVolumeClaim/data']],
      [
        'a source that is nowhere',
        patched(set('/spec/sourceRef', '{ kind: GitRepository, name: ghost }'), 'web'),
        ['error FX307', `spec.sourceRef in ${LIST}:6`],
      ],
      [
        'a ServiceAccount that is nowhere',
        patched(set('/spec/serviceAccountName', 'ghost'), 'web'),
        ['notice FX545', 'get serviceaccount ghost'],
      ],
      [
        'a ServiceAccount of the root',
        { [SYNC]: sync('  serviceAccountName: ghost\n') },
        ['notice FX545', "Flux's root, reads ServiceAccount/ghost"],
      ],
      [
        'a key for SOPS, once for all',
        patched(set('/spec/decryption', '{ provider: sops, secretRef: { name: sops-age } }')),
        ['notice FX545', 'Secret/sops-age'],
      ],
      [
        'a component that is nowhere',
        patched(set('/spec/components', '[../ghost]'), 'web'),
        ['error FX530', 'components'],
      ],
      [
        'a patch that deletes data',
        patched(
          `- op: add\n  path: /spec/patches/-\n  value:\n    patch: |\n      apiVersion: v1\n      kind: PersistentVolumeClaim\n      metadata: { name: data, namespace: default }\n      $patch: delete`,
          'web',
        ),
        ['error FX502', 'PersistentVolumeClaim/data'],
      ],
      [
        'a duration that is none',
        patched(set('/spec/interval', '5x'), 'web'),
        ['error FX315', `spec.interval in ${LIST}:6`],
      ],
      ['a field that is none', patched(set('/spec/timeOut', '5m'), 'web'), ['error FX315', 'spec.timeOut']],
      [
        'an expression that Flux does not know',
        patched(set('/spec/dependsOn', '[{ name: web, readyExpr: "status.ready" }]'), 'plain'),
        ['error FX649', `spec.dependsOn in ${LIST}:6`],
      ],
      [
        'a field of a later Flux',
        patched(set('/spec/buildMetadata', '[originAnnotations]'), 'plain'),
        ['error FX604'],
        { options: { flux: '2.8' } },
      ],
      [
        "another addon's path, by a replacement",
        {
          [LIST]: list(
            'replacements:\n- source: { kind: Kustomization, name: plain, fieldPath: spec.path }\n  targets:\n  - select: { kind: Kustomization, name: web }\n    fieldPaths: [spec.path]\n',
          ),
        },
        ['error FX540', 'error FX502'],
      ],
      [
        'a patch in brackets that is not JSON',
        inner('[{ op: add, path: /data/x, value: y }]', 'plain'),
        ['error FX', 'a list in brackets must be JSON'],
      ],
    ];
    it.each(harmful.map(([name, files, words, options]) => ({ name, files, words, options })))(
      'are reported: $name',
      async ({ files, words, options }) => {
        const found = await said(files, options);
        for (const word of words) expect(found).toContain(word);
      },
    );

    const harmless: readonly (readonly [string, Files, Options?])[] = [
      ['a timeout', patched(set('/spec/timeout', '7m'))],
      ['vars where there is no $', patched(set('/spec/postBuild', OPTIONAL), 'plain'), { text: { run: 'echo $HOME' } }],
      ['no vars at all', patched(set('/spec/postBuild', '{ substitute: {} }'), 'plain')],
      [
        'vars for an object that says that it is not for Flux',
        patched(
          `${set('/spec/postBuild', OPTIONAL)}\n- op: add\n  path: /spec/patches\n  value:\n  - target: { kind: ConfigMap }\n    patch: |\n      - op: add\n        path: /metadata/annotations\n        value: { kustomize.toolkit.fluxcd.io/substitute: disabled }`,
          'plain',
        ),
      ],
      [
        'one more source',
        patched(set('/spec/postBuild/substituteFrom/-', '{ kind: Secret, name: more, optional: true }'), 'web'),
      ],
      [
        'vars of the root, where what it reads first is left alone',
        {
          [SYNC]: sync('  postBuild: { substitute: { A: b } }\n'),
          ...patched(set('/metadata/annotations', '{ kustomize.toolkit.fluxcd.io/substitute: disabled }'), 'web'),
        },
      ],
      [
        'vars of the root from the same ConfigMap',
        { [SYNC]: sync('  postBuild: { substituteFrom: [{ kind: ConfigMap, name: cluster-vars-terraform }] }\n') },
      ],
      ['text with a var that is there', inner('- op: add\n  path: /data/x\n  value: ${TF_HOST}', 'web')],
      ['a dependency that is there', patched(set('/spec/dependsOn', '[{ name: crds }]'), 'plain')],
      ['a dependency through others', through(set('/spec/dependsOn', '[{ name: infra }, { name: web }]'))],
      [
        'a dependency through others, without a base',
        through(set('/spec/dependsOn', '[{ name: infra }, { name: web }]')),
        { noBase: true },
      ],
      ['a root that waits', { [SYNC]: sync('  wait: true\n') }],
      ['wait where nothing depends on it', patched(set('/spec/wait', 'false'), 'plain')],
      ['no prune', patched(set('/spec/prune', 'false'))],
      ['a timeout, without a base', patched(set('/spec/timeout', '7m')), { noBase: true }],
      ['a patch in brackets that is JSON', inner('[{ "op": "add", "path": "/data/x", "value": "y" }]', 'plain')],
    ];
    it.each(harmless.map(([name, files, options]) => ({ name, files, options })))(
      "aren't reported: $name",
      async ({ files, options }) => {
        expect(await said(files, options)).toBe('');
      },
    );

    it('are reported once for an object that may exist elsewhere, and not if Flux already uses it', async () => {
      const files = patched(set('/spec/decryption', '{ provider: sops, secretRef: { name: sops-age } }'));
      expect((await said(files)).match(/notice FX545/g)).toHaveLength(1);
      const before = repository.git('rev-parse', 'HEAD').trim();
      repository.publish('decryption');
      expect(await said({})).toBe('');
      // A Kustomization below works with it, too.
      const key = '  decryption: { provider: sops, secretRef: { name: sops-key } }\n';
      const nested = infra.replace('name: infra', 'name: deep').replace('./k8s/infra', './k8s/deep') + key;
      repository.write('k8s/infra/deep.yaml', nested);
      repository.write('k8s/deep/settings.yaml', through('')['k8s/infra/settings.yaml']!.replace('infra', 'deep'));
      for (const [path, text] of Object.entries(through(set('/spec/timeout', '7m')))) repository.write(path, text);
      repository.publish('others');
      const other = patch(set('/spec/decryption', '{ provider: sops, secretRef: { name: sops-key } }'));
      expect(await said({ [LIST]: repository.read(LIST).replace(/patches:[\s\S]*/, other) })).toBe('');
      repository.git('reset', '--quiet', '--hard', before);
      repository.git('push', '--quiet', '--force', 'origin', 'HEAD:main');
      repository.git('fetch', '--quiet', 'origin');
    });
  },
);
