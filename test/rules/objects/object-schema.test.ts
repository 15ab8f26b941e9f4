import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject } from 'cdk8s';
import {
  defineAddon,
  FluxApp,
  type FluxAppOptions,
  FluxCluster,
  type FluxClusterOptions,
  type KubernetesVersion,
} from 'fluxspan';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compileCluster } from '../../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../../src/compile/compile-context.js';
import { type Diagnostic, sortDiagnostics } from '../../../src/diagnostics/index.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { checkCluster } from '../../../src/rules/index.js';
import { crdOf } from '../../support/crd.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();

type Shape = { readonly apiVersion: string; readonly kind: string } & Readonly<Record<string, unknown>>;

/** What synth says of objects, but for their order's sake of nothing else than schemas. */
const check = (
  objects: readonly Shape[],
  options: FluxAppOptions = {},
  kubernetes: KubernetesVersion = '1.36',
  flux: FluxClusterOptions['flux'] = '2.9',
): readonly Diagnostic[] => {
  const app = new FluxApp(options);
  const addon = defineAddon({
    name: 'web',
    namespace: 'default',
    infra: {
      vars: {
        TF_HOST: z.string().meta({ example: 'web.example.org' }),
        TF_PORT: z.int().meta({ example: 8080 }),
        TF_NAME: z.string(),
      },
    },
    build(scope) {
      for (const [index, object] of objects.entries()) {
        new ApiObject(scope, `object-${index}`, { metadata: { name: `web-${index}` }, ...object });
      }
    },
  });
  const cluster = new FluxCluster(app, 'dev', { flux, kubernetes }).stage('web', [addon()]);
  return sortDiagnostics(checkCluster(compileCluster(app, cluster, openCompileContext(app, folder)))).filter(
    ({ code }) => /^FX(?:31[5-8]|323)$/.test(code),
  );
};

const printed = (problems: readonly Diagnostic[]): string =>
  problems
    .map(printDiagnostic)
    .join('')
    .replaceAll(/ {2}test\/rules\/objects\/object-schema\.test\.ts:\d+/g, '');

const route = (spec: object): Shape => ({ apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute', spec });

describe('an object that the API server would refuse', () => {
  it('is reported with its path and the nearest field', () => {
    expect(printed(check([route({ hostname: ['web.example.org'] })]))).toMatchInlineSnapshot(`
      "error FX315 object-schema: the API server refuses HTTPRoute/web-0: "spec.hostname" is a field that nothing reads
        at   dev/web/HTTPRoute/web-0  spec.hostname
        note made by construct "dev/web/object-0"
        note addon "web" is used at test/rules/objects/object-schema.test.ts:50
        fix  did you mean "hostnames"?
      "
    `);
  });

  it('is reported with the rule that it breaks, in words', () => {
    const filters = [{ type: 'RequestRedirect', requestRedirect: { port: 443 } }];
    const rules = [{ filters, backendRefs: [{ name: 'web', port: 80 }] }];
    expect(printed(check([route({ rules })]))).toMatchInlineSnapshot(`
      "error FX316 object-rule: the API server refuses HTTPRoute/web-0: "spec.rules[0]" redirects requests and has "backendRefs" too
        at   dev/web/HTTPRoute/web-0  spec.rules[0]
        note rule (has(self.backendRefs) && size(self.backendRefs) > 0) ? (!has(self.filters) || self.filters.all(f, !has(f.requestRedirect))): true
        note made by construct "dev/web/object-0"
        note addon "web" is used at test/rules/objects/object-schema.test.ts:50
        fix  change it so that the rule holds
      "
    `);
  });

  it('is reported with its value, and all problems at once', () => {
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      spec: {
        replicas: '2',
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { labels: { app: 'web' } },
          spec: { containers: [{ name: 'main', image: 'web:1', imagePullPolicy: 'Sometimes', port: [] }] },
        },
      },
    };
    expect(printed(check([deployment]))).toMatchInlineSnapshot(`
      "error FX315 object-schema: the API server refuses Deployment/web-0: "spec.replicas" takes a whole number, not a string, and has "2"
        at   dev/web/Deployment/web-0  spec.replicas
        note made by construct "dev/web/object-0"
        note addon "web" is used at test/rules/objects/object-schema.test.ts:50
        fix  give a whole number
      error FX315 object-schema: the API server refuses Deployment/web-0: "spec.template.spec.containers[0].imagePullPolicy" takes "Always", "IfNotPresent" or "Never", and has "Sometimes"
        at   dev/web/Deployment/web-0  spec.template.spec.containers[0].imagePullPolicy
        note made by construct "dev/web/object-0"
        note addon "web" is used at test/rules/objects/object-schema.test.ts:50
        fix  give "Always", "IfNotPresent" or "Never"
      error FX315 object-schema: Deployment/web-0: "spec.template.spec.containers[0].port" is a field that nothing reads, and Flux leaves it out
        at   dev/web/Deployment/web-0  spec.template.spec.containers[0].port
        note made by construct "dev/web/object-0"
        note addon "web" is used at test/rules/objects/object-schema.test.ts:50
        fix  did you mean "ports"?
      "
    `);
  });

  it('is reported where Kubernetes checks it in code, with the function that does', () => {
    const cronJob = {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      spec: {
        schedule: '${TF_NAME}',
        timeZone: 'Europe/Berln',
        jobTemplate: {
          spec: {
            template: {
              spec: {
                restartPolicy: 'OnFailure',
                volumes: [{ name: '${TF_NAME}', emptyDir: {} }],
                containers: [
                  {
                    name: 'main',
                    image: 'web:1',
                    volumeMounts: [{ name: '${TF_NAME}', mountPath: '/data' }],
                    ports: [
                      { name: 'http', containerPort: 80 },
                      { name: 'http', containerPort: 81 },
                    ],
                  },
                ],
              },
            },
          },
        },
      },
    };
    expect(printed(check([cronJob]))).toMatchInlineSnapshot(`
      "error FX316 object-rule: the API server refuses CronJob/web-0: "spec.jobTemplate.spec.template.spec.containers[0].ports[1].name" is the name of two ports, and has "http"
        at   dev/web/CronJob/web-0  spec.jobTemplate.spec.template.spec.containers[0].ports[1].name
        note Kubernetes checks this in validateContainerPorts
        note made by construct "dev/web/object-0"
        note addon "web" is used at test/rules/objects/object-schema.test.ts:50
        fix  rename one of them
      error FX315 object-schema: the API server refuses CronJob/web-0: "spec.timeZone" takes a name of the time zone database, such as Europe/Berlin, and has "Europe/Berln"
        at   dev/web/CronJob/web-0  spec.timeZone
        note made by construct "dev/web/object-0"
        note addon "web" is used at test/rules/objects/object-schema.test.ts:50
        fix  give a name of the time zone database, such as Europe/Berlin
      "
    `);
  });

  it("says that the labels of a Service's selector stand there directly", () => {
    const spec = { ports: [{ port: 80 }], selector: { matchLabels: { app: 'web' } } };
    expect(check([{ apiVersion: 'v1', kind: 'Service', spec }]).map(({ fix }) => fix)).toContain(
      "write the labels of the pods directly under selector, without matchLabels: selector: { app: 'web' }",
    );
  });

  it('says which field of a schedule is wrong', () => {
    const template = { spec: { containers: [{ name: 'main', image: 'web:1' }], restartPolicy: 'Never' } };
    const cron = (schedule: string) => ({
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      spec: { schedule, jobTemplate: { spec: { template } } },
    });
    const [hour] = check([cron('0 25 * * *')]);
    expect(`${hour?.message}; ${hour?.fix}`).toBe(
      'the API server refuses CronJob/web-0: "spec.schedule" takes 0 to 23 as its hour, not "25" as in "0 25 * * *"; give 0 to 23 as the hour',
    );
    expect(check([cron('0 3 * * mun')])[0]?.message).toContain(
      'takes 0 to 6 or sun to sat as its day of week, not "mun"',
    );
  });

  it("is a notice by a rule that the cluster's Kubernetes doesn't have yet", () => {
    const container = { name: 'main', image: 'web:1', resources: { claims: [{ name: 'gpu' }] } };
    const pod = { apiVersion: 'v1', kind: 'Pod', spec: { containers: [container] } };
    expect(printed(check([pod], {}, '1.33'))).toMatchInlineSnapshot(`
      "notice FX323 newer-kubernetes-rule: Kubernetes 1.33 takes Pod/web-0, and 1.34 refuses it: "spec.containers[0].resources.claims[0]" names a resource claim that the pod doesn't have
        at   dev/web/Pod/web-0  spec.containers[0].resources.claims[0]
        note Kubernetes checks this in validateResourceClaimNames
        note made by construct "dev/web/object-0"
        note addon "web" is used at test/rules/objects/object-schema.test.ts:50
        fix  add the claim to the pod's "resourceClaims", or correct the name
      "
    `);
    expect(check([pod], {}, '1.34').map(({ code, severity }) => `${code} ${severity}`)).toEqual(['FX316 error']);
  });

  it('keeps the values of a Secret to itself', () => {
    const text = printed(
      check([{ apiVersion: 'v1', kind: 'Secret', stringData: { token: 4711 }, data: { key: 'hunter2!' } }]),
    );
    expect(text).toContain('stringData.token');
    expect(text).not.toMatch(/4711|hunter2/);
  });

  it('has labels that are none', () => {
    const labels = { app: 'a b', 'x/y/z': 'v' };
    const paths = check([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web', labels } }]).map(
      ({ at }) => at.path,
    );
    expect(paths).toEqual(['metadata.labels.app', 'metadata.labels["x/y/z"]']);
  });
});

describe('a var', () => {
  it('that the addon does not have is escaped, which is said where the API server refuses the text', () => {
    const claim = (mode: string) =>
      check([
        {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          metadata: { name: 'web', namespace: 'default' },
          spec: { accessModes: [mode], resources: { requests: { storage: '1Gi' } } },
        },
      ])
        .filter(({ code }) => code === 'FX315')
        .map(({ notes }) => notes.filter((note) => note.includes('no var')));
    expect(claim('${ACCESSMODES}')).toEqual([
      ['the addon has no var "ACCESSMODES", so synth writes "$${ACCESSMODES}", and Flux leaves the text alone'],
    ]);
    expect(claim('${ACCESSMODES:=ReadWriteOnce}')).toEqual([]);
    expect(claim('ReadWriteOften')).toEqual([[]]);
  });

  it('counts as a value of its type: its example', () => {
    expect(check([route({ hostnames: ['${TF_HOST}', 'a.${TF_HOST}'] })])).toEqual([]);
    expect(check([route({ hostnames: ['${TF_HOST}/'] })]).map(({ at }) => at.path)).toEqual(['spec.hostnames[0]']);
  });

  it('of another type than the field is refused', () => {
    expect(check([route({ rules: [{ backendRefs: [{ name: 'web', port: '${TF_PORT}' }] }] })])).toEqual([]);
    const [problem] = check([route({ rules: [{ backendRefs: [{ name: 'web', port: '${TF_HOST}' }] }] })]);
    expect(problem?.message).toContain('takes a whole number, not a string');
  });

  it('without an example is judged by its type alone', () => {
    expect(
      check([route({ hostnames: ['${TF_NAME}/'], rules: [{ matches: [{ path: { value: '${TF_NAME}' } }] }] })]),
    ).toEqual([]);
  });
});

describe('a kind that nothing describes', () => {
  it('is counted and named', () => {
    const thing = { apiVersion: 'example.org/v1', kind: 'Thing' };
    const release = { apiVersion: 'helm.toolkit.fluxcd.io/v2beta1', kind: 'HelmRelease' };
    expect(printed(check([thing, thing, release]))).toMatchInlineSnapshot(`
      "notice FX318 kind-not-described: 2 objects are of kinds that no schema describes: example.org/v1 Thing (2)
        at   dev
        fix  import their CRDs: fluxspan import crd FILE, or kubectl get crd NAME… -o yaml | fluxspan import crd -
      "
    `);
  });
});

const crd = (schema: object, kind = 'Thing'): object => crdOf(kind, schema);

const thing = (spec: unknown): Shape => ({ apiVersion: 'example.org/v1', kind: 'Thing', spec });
const write = (name: string, text: string | object): string => {
  writeFileSync(join(folder, name), typeof text === 'string' ? text : JSON.stringify(text));
  return name;
};
const spec = (properties: object) => ({ type: 'object', properties: { spec: { type: 'object', properties } } });

describe("CRDs of one's own", () => {
  it("describe their kinds, rules included, from the project's folder", () => {
    const size = {
      type: 'integer',
      default: 3,
      'x-kubernetes-validations': [{ rule: 'self % 2 == 1', message: 'must be odd' }],
    };
    const schemas = [write('thing.json', crd(spec({ size, when: { type: 'string', format: 'date-time' } })))];
    expect(check([thing({})], { schemas })).toEqual([]);
    expect(printed(check([thing({ size: 2 }), thing({ when: 'now', sise: 1 })], { schemas }))).toMatchInlineSnapshot(`
      "error FX316 object-rule: the API server refuses Thing/web-0: "spec.size" must be odd, and has 2
        at   dev/web/Thing/web-0  spec.size
        note rule self % 2 == 1
        note made by construct "dev/web/object-0"
        note addon "web" is used at test/rules/objects/object-schema.test.ts:50
        fix  change it so that the rule holds
      error FX315 object-schema: the API server refuses Thing/web-1: "spec.sise" is a field that nothing reads
        at   dev/web/Thing/web-1  spec.sise
        note made by construct "dev/web/object-1"
        note addon "web" is used at test/rules/objects/object-schema.test.ts:50
        fix  did you mean "size"?
      error FX315 object-schema: the API server refuses Thing/web-1: "spec.when" takes a time such as 2026-01-31T12:00:00Z, and has "now"
        at   dev/web/Thing/web-1  spec.when
        note made by construct "dev/web/object-1"
        note addon "web" is used at test/rules/objects/object-schema.test.ts:50
        fix  give a time such as 2026-01-31T12:00:00Z
      "
    `);
  });

  it('that are broken are named, and the rest goes on', () => {
    let deep: object = { type: 'string' };
    for (let i = 0; i < 300; i++) deep = { type: 'object', properties: { a: deep } };
    const schemas = [
      'nowhere.yaml',
      write('config.yaml', 'apiVersion: v1\nkind: ConfigMap\n'),
      write('broken.yaml', 'kind: CustomResourceDefinition\nspec: {group: example.org, names: {kind: Thing}\n'),
      write('type.json', crd(spec({ a: { type: 'text' } }))),
      write('deep.json', crd(deep)),
      write('large.json', crd({ type: 'object', description: 'x'.repeat(5_000_000) })),
      write(
        'recursive.yaml',
        'kind: CustomResourceDefinition\nspec:\n  group: example.org\n  names: {kind: Thing}\n  versions:\n  - name: v1\n    schema:\n      openAPIV3Schema: &a\n        type: object\n        properties: {self: *a}\n',
      ),
      write('good.json', crd(spec({ size: { type: 'integer' } }))),
    ];
    const problems = check([thing({ size: 'x' })], { schemas });
    expect(
      problems.filter(({ code }) => code === 'FX317').map(({ message }) => message.slice(0, 110)),
    ).toMatchInlineSnapshot(`
      [
        ""broken.yaml" cannot be parsed: did not find expected ',' or '}' (line 3)",
        ""config.yaml" is not a CustomResourceDefinition",
        ""deep.json" has a document that has a broken schema: schema of v1.properties.a.properties.a.properties.a.prope",
        ""large.json" is larger than 3 MiB, which no API server takes",
        ""nowhere.yaml" cannot be read: there is no such file",
        ""recursive.yaml" cannot be parsed: anchor 'a' value contains itself (line 10)",
        ""type.json" has a document that has a broken schema: schema of v1.properties.spec.properties.a.type is "text";",
      ]
    `);
    expect(problems.filter(({ code }) => code === 'FX315').map(({ at }) => at.path)).toEqual(['spec.size']);
  });

  it('with a rule that cannot be read are checked without it', () => {
    const rules = [{ rule: 'self.size >' }, { rule: 'self.size < 10' }];
    const schema = {
      type: 'object',
      properties: {
        spec: { ...spec({ size: { type: 'integer' } }).properties.spec, 'x-kubernetes-validations': rules },
      },
    };
    const problems = check([thing({ size: 20 })], { schemas: [write('rule.json', crd(schema))] });
    expect(problems.map(({ code, severity, at }) => [code, severity, at.path])).toEqual([
      ['FX317', 'warning', undefined],
      ['FX316', 'error', 'spec'],
    ]);
  });

  it('are read once, and only where an object may be of their kind', () => {
    const schemas = [write('other.json', crd(spec({ a: { type: 'text' } }), 'Other'))];
    expect(check([{ apiVersion: 'v1', kind: 'ConfigMap' }], { schemas })).toEqual([]);
  });
});

describe('a schema or rule made to be slow', () => {
  it('is bounded: a pattern', () => {
    const schemas = [
      write(
        'pattern.json',
        crd(spec({ a: { type: 'string', pattern: '^(a+)+$' }, b: { type: 'string', pattern: '^(a|a)*$' } })),
      ),
    ];
    // An engine that backtracks would take 2^1000 steps.
    const text = `${'a'.repeat(1000)}!`;
    expect(check([thing({ a: text, b: text })], { schemas })).toHaveLength(2);
  });

  it('is bounded: a rule whose loops stand in each other', () => {
    const rule = 'self.all(a, self.all(b, self.all(c, a + b + c >= 0)))';
    const list = { type: 'array', items: { type: 'integer' }, 'x-kubernetes-validations': [{ rule }] };
    const schemas = [write('cubic.json', crd(spec({ list })))];
    // Run to its end, the rule would take 125 thousand million rounds.
    const numbers = Array.from({ length: 5000 }, (_, index) => index);
    expect(check([thing({ list: numbers })], { schemas }).map(({ message }) => message)).toEqual([
      expect.stringContaining('would cost more than the API server allows'),
    ]);
    expect(check([thing({ list: numbers.slice(0, 20) })], { schemas })).toEqual([]);
  });
});

describe('what the Flux Operator adds to the CRDs of Alert and Receiver', () => {
  const notification = (kind: 'Alert' | 'Receiver', of: string): Shape => {
    const entry = { kind: of, name: '*' };
    return kind === 'Alert'
      ? {
          apiVersion: 'notification.toolkit.fluxcd.io/v1beta3',
          kind,
          spec: { providerRef: { name: 'chat' }, eventSources: [entry] },
        }
      : {
          apiVersion: 'notification.toolkit.fluxcd.io/v1',
          kind,
          spec: { type: 'generic', secretRef: { name: 'token' }, resources: [entry] },
        };
  };
  const places = (problems: readonly Diagnostic[]) => problems.map(({ code, at }) => `${code} ${at.path}`);
  const OPERATOR = ['FluxInstance', 'ResourceSet', 'ResourceSetInputProvider'];

  it.each(OPERATOR)('is taken: %s', (kind) => {
    const objects = [notification('Alert', kind), notification('Receiver', kind)];
    expect(check(objects)).toEqual([]);
    const flux = { version: '2.9' as const, operator: {} };
    expect(check(objects, {}, '1.36', flux)).toEqual([]);
  });

  it.each(OPERATOR)('is refused where the settings say that flux bootstrap has installed Flux: %s', (kind) => {
    const objects = [notification('Alert', kind), notification('Receiver', kind)];
    expect(places(check(objects, {}, '1.36', { version: '2.9' }))).toEqual([
      'FX315 spec.eventSources[0].kind',
      'FX315 spec.resources[0].kind',
    ]);
  });

  it('is not any other kind', () => {
    expect(places(check([notification('Alert', 'FluxInstances'), notification('Receiver', 'Alert')]))).toEqual([
      'FX315 spec.eventSources[0].kind',
      'FX315 spec.resources[0].kind',
    ]);
  });
});

it('a message has no value of an environment variable whose name is that of a secret', () => {
  const pod = (name: string): Shape => ({
    apiVersion: 'v1',
    kind: 'Pod',
    spec: { containers: [{ name: 'web', image: 'web:1', env: [{ name, value: 71234567 }] }] },
  });
  const messageOf = (name: string) => check([pod(name)]).map(({ message }) => message)[0];
  expect(messageOf('ACCOUNT')).toContain('takes a string, not a number, and has 71234567');
  expect(messageOf('API_TOKEN')).toMatch(/takes a string, not a number$/);
});

describe('base64', () => {
  const secret = (data: object): Shape => ({ apiVersion: 'v1', kind: 'Secret', data });
  const binary = (binaryData: object): Shape => ({ apiVersion: 'v1', kind: 'ConfigMap', binaryData });
  const hook = (caBundle: string): Shape => ({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    webhooks: [
      {
        name: 'web.example.org',
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        clientConfig: { caBundle, service: { name: 'web', namespace: 'default' } },
      },
    ],
  });
  const service = (caBundle: string): Shape => ({
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: 'v1.example.org' },
    spec: {
      group: 'example.org',
      version: 'v1',
      groupPriorityMinimum: 1,
      versionPriority: 1,
      caBundle,
      service: { name: 'web', namespace: 'default' },
    },
  });
  const issuer = (caBundle: string): Shape => ({
    apiVersion: 'cert-manager.io/v1',
    kind: 'Issuer',
    spec: {
      vault: {
        server: 'https://vault.example.org',
        path: 'pki',
        caBundle,
        auth: { tokenSecretRef: { name: 'a', key: 'b' } },
      },
    },
  });

  it.each(['YWJj\nZGVm', 'YWJjZGVm\n', '\nYWJj\r\nZGVm\r\n', 'YW\nJj', 'YQ=\n=', '\n', ''])(
    "may have line breaks in Kubernetes' own kinds, as Go's decoder skips them: %j",
    (text) => {
      const objects = [secret({ a: text }), binary({ a: text }), hook(text), service(text)];
      expect(printed(check(objects))).toBe('');
    },
  );

  it.each(['YWJj ZGVm', 'YWJj\tZGVm', 'YWJ\n', 'YWJj\n=', 'YW-j', '====', '='])(
    'is nothing else that its alphabet or its padding leaves out: %j',
    (text) => {
      expect(check([secret({ a: text })]).map(({ code }) => code)).toEqual(['FX315']);
      expect(check([binary({ a: text })]).map(({ code }) => code)).toEqual(['FX315']);
    },
  );

  it('has no line breaks in custom resources, whose format the API server checks by a pattern', () => {
    expect(check([issuer('YWJjZGVm')])).toEqual([]);
    expect(check([issuer('YWJj\nZGVm')]).map(({ code }) => code)).toEqual(['FX315']);
  });
});

describe('metadata.managedFields', () => {
  const codes = (managedFields: unknown) =>
    check([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web', managedFields } }]).map(({ code }) => code);

  it.each([[[{ manager: 'kubectl' }]], [[{}]]])('is for FX688 alone, with %j', (fields) => {
    expect(codes(fields)).toEqual([]);
  });
});
