import { ApiObject } from 'cdk8s';
import { ConfigMap, HelmRelease, helmChart } from 'fluxspan';
import { z } from 'zod';
import type { DiagnosticCode as Code } from '../../src/diagnostics/index.js';
import type { LooseContext, LooseDefinition } from '../support/synthesize.js';
import type { ObjectRef } from './kube-object.js';
import type { Live } from './live.js';
import { valuesSeen } from './values-seen.js';

type Build = NonNullable<LooseDefinition['build']>;

/** A program that a rule refuses, and the same mended; an addon each, named after its key. */
export interface Twin {
  readonly code: Code;
  readonly make: (bad: boolean) => LooseDefinition;
  /** Flux's words, or the API server's, that the diagnostic foretells. */
  readonly says?: string;
  /** Who says so; the addon's Kustomization if not said. */
  readonly by?: Omit<ObjectRef, 'apiVersion'> & { readonly apiVersion?: string };
  /** Where nobody says anything: what is in the cluster instead of what was meant. */
  readonly shows?: readonly [look: (live: Live) => Promise<unknown>, expected: unknown];
}

const text = (pattern: RegExp, example: string) =>
  z
    .string()
    .regex(pattern)
    .meta({ examples: [example] });
const account = text(/^\d{12}$/, '012345678901');
const word = text(/^[A-Za-z]+$/, 'Blue');
const lower = text(/^[a-z]+$/, 'green');
const labels = { 'reconcile.fluxcd.io/watch': 'Enabled' };

/** Each release's stub is one of its own, so that one can have what others lack. */
export const chartOf = (name: string, valuesSchema?: () => object) =>
  helmChart({
    url: `oci://charts.example.org/${name}`,
    version: '1.0.0',
    ...(valuesSchema === undefined ? {} : { valuesSchema: valuesSchema as never }),
  });

const release =
  (values: object, more: object = {}): Build =>
  (scope, { charts }) => {
    const [chart] = Object.values(charts);
    new HelmRelease(scope, 'release', { chart: chart as never, values: values as never, ...more });
  };
const document =
  (name: string, body: string, key = 'values.yaml'): Build =>
  (scope) => {
    new ConfigMap(scope, name, { name, labels, data: { [key]: body } });
  };
const from = (...names: readonly string[]) => ({ valuesFrom: names.map((name) => ({ kind: 'ConfigMap', name })) });
const both =
  (...builds: readonly Build[]): Build =>
  (scope, context) => {
    for (const build of builds) build(scope, context);
  };
const data =
  (values: (context: LooseContext) => Readonly<Record<string, string>>, more: object = {}): Build =>
  (scope, context) => {
    new ConfigMap(scope, 'data', { data: values(context), ...more });
  };
const object =
  (apiVersion: string, kind: string, fields: object, metadata: object = {}): Build =>
  (scope) => {
    new ApiObject(scope, kind, { apiVersion, kind, metadata: { name: 'twin', ...metadata }, ...fields });
  };

const configMap = (name: string) => async (live: Live) =>
  (await live.get({ apiVersion: 'v1', kind: 'ConfigMap', name, namespace: 'default' }))?.data;
const seenBy = (name: string) => (live: Live) => valuesSeen(live, name, 'default');
const helmRelease = (name: string) => ({
  apiVersion: 'helm.toolkit.fluxcd.io/v2',
  kind: 'HelmRelease',
  namespace: 'default',
  name,
});

const replicas = () => ({
  type: 'object',
  additionalProperties: false,
  properties: { replicas: { type: 'integer' } },
});
export const chartWithSchema = { name: 'chart-value', valuesSchema: replicas() };

/** Read by the inner Kustomization of `var-key`. */
export const innerFolder = {
  'k8s/inner/config-map.yaml': JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'inner', namespace: 'default' },
    data: { a: '${FIRST}' },
  }),
};

export const twins: Readonly<Record<string, Twin>> = {
  'namespace-without-creator': {
    code: 'FX207',
    says: 'namespaces "nowhere" not found',
    make: (bad) => ({ build: data(() => ({}), { namespace: bad ? 'nowhere' : 'default', name: 'somewhere' }) }),
  },
  'duplicate-object': {
    code: 'FX302',
    says: 'may not add resource with an already registered id: ConfigMap.v1.[noGrp]/twice.default',
    make: (bad) => ({
      build: (scope) => {
        new ConfigMap(scope, 'one', { name: 'twice', data: {} });
        new ConfigMap(scope, 'two', { name: bad ? 'twice' : 'once', data: {} });
      },
    }),
  },
  'object-name': {
    code: 'FX303',
    says: 'Invalid value: "Not_A_Name"',
    make: (bad) => ({ build: data(() => ({}), { name: bad ? 'Not_A_Name' : 'a-name' }) }),
  },
  'var-not-declared': {
    code: 'FX304',
    says: 'variable not set (strict mode): "TF_COLUOR"',
    make: (bad) => ({
      infra: { vars: { TF_COLOUR: lower } },
      build: data(({ vars }) => ({ a: vars['TF_COLOUR']!, b: bad ? '${TF_COLUOR}' : '${TF_COLOUR}' })),
    }),
  },
  expression: {
    code: 'FX305',
    says: 'missing closing brace',
    make: (bad) => ({
      infra: { vars: { TF_COLOUR: lower } },
      build: data(({ vars }) => ({ a: vars['TF_COLOUR']!, b: bad ? '${TF_COLOUR-red}' : '${TF_COLOUR:=red}' })),
    }),
  },
  'values-overlap': {
    code: 'FX306',
    // Terraform's is `example`.
    shows: [seenBy('values-overlap'), { host: 'inline' }],
    make: (bad) => ({
      charts: { 'values-overlap': chartOf('values-overlap') },
      infra: { values: { 'values-overlap': z.object({ host: z.string() }) } },
      build: release(bad ? { host: 'inline' } : {}),
    }),
  },
  'helm-release': {
    code: 'FX309',
    says: 'failed rule: (has(self.chart) && !has(self.chartRef))',
    make: (bad) => ({
      charts: { 'helm-release': chartOf('helm-release') },
      build: release({}, bad ? { chart: undefined } : {}),
    }),
  },
  duration: {
    code: 'FX310',
    says: 'spec.interval: Invalid value: "hourly"',
    make: (bad) => ({
      charts: { duration: chartOf('duration') },
      build: release({}, bad ? { interval: 'hourly' } : { interval: '1h' }),
    }),
  },
  'chart-value': {
    code: 'FX313',
    says: "additional properties 'replica' not allowed",
    by: helmRelease('chart-value'),
    make: (bad) => ({
      charts: { 'chart-value': chartOf('chart-value', replicas) },
      build: release(bad ? { replica: 2 } : { replicas: 2 }),
    }),
  },
  'object-schema': {
    code: 'FX315',
    says: '.spec.maxHistroy: field not declared in schema',
    make: (bad) => ({
      charts: { 'object-schema': chartOf('object-schema') },
      build: release({}, { [bad ? 'maxHistroy' : 'maxHistory']: 5 }),
    }),
  },
  'object-rule': {
    code: 'FX316',
    says: "failed rule: !has(self.retryInterval) || self.name == 'RetryOnFailure'",
    make: (bad) => {
      const strategy = { name: bad ? 'RemediateOnFailure' : 'RetryOnFailure', retryInterval: '1m' };
      return { charts: { 'object-rule': chartOf('object-rule') }, build: release({}, { upgrade: { strategy } }) };
    },
  },
  'expression-meaning': {
    code: 'FX602',
    // A shell says `yes`.
    shows: [configMap('expression-meaning'), { a: 'green', b: 'green' }],
    make: (bad) => ({
      infra: { vars: { TF_COLOUR: lower } },
      build: data(({ vars }) => ({ a: vars['TF_COLOUR']!, b: bad ? '${TF_COLOUR:+yes}' : 'yes' })),
    }),
  },
  'value-at-risk': {
    code: 'FX603',
    says: 'YAMLToJSON',
    make: (bad) => {
      const name = bad ? 'TF_FREE' : 'TF_COLOUR';
      return {
        infra: { vars: { [name]: bad ? z.string().meta({ examples: ['say "no"'] }) : lower } },
        build: data(({ vars }) => ({ a: vars[name]! })),
      };
    },
  },
  'crd-provider': {
    code: 'FX605',
    says: 'no matches for kind "Widget" in version "example.org/v1"',
    make: (bad) => ({ build: bad ? object('example.org/v1', 'Widget', {}) : data(() => ({})) }),
  },
  'value-source': {
    code: 'FX610',
    says: `could not resolve ConfigMap chart values reference 'default/gone' with key 'values.yaml'`,
    by: helmRelease('value-source'),
    make: (bad) => ({
      charts: { 'value-source': chartOf('value-source') },
      build: release({}, { valuesFrom: [{ kind: 'ConfigMap', name: 'gone', optional: !bad }] }),
    }),
  },
  'config-map-limits': {
    code: 'FX611',
    says: 'a valid config key must consist of',
    make: (bad) => ({ build: data(() => ({ [bad ? 'a b' : 'a-b']: '' })) }),
  },
  'config-map-size': {
    code: 'FX611',
    says: 'may not be more than 1048576 bytes',
    // Values alone count, and in bytes: an é has two of them.
    make: (bad) => ({ build: data(() => ({ a: 'é'.repeat(512 * 1024), 'a-long-key': bad ? 'x' : '' })) }),
  },
  'object-scope': {
    code: 'FX612',
    says: 'namespace not specified',
    make: (bad) => ({
      namespace: undefined,
      build: object('v1', 'ServiceAccount', {}, bad ? {} : { namespace: 'default' }),
    }),
  },
  'big-number': {
    code: 'FX618',
    shows: [
      async (live) => (await configMap('big-number-values-seen')(live))?.['printed'],
      'map[account:1.23456789012e+11]',
    ],
    make: (bad) => ({
      charts: { 'big-number': chartOf('big-number') },
      build: release({ account: bad ? 123456789012 : '123456789012' }),
    }),
  },
  'target-path': {
    code: 'FX619',
    says: 'key "b" has no value',
    by: helmRelease('target-path'),
    make: (bad) => ({
      charts: { 'target-path': chartOf('target-path') },
      build: both(
        release(
          {},
          {
            valuesFrom: [
              {
                kind: 'ConfigMap',
                name: 'hosts',
                valuesKey: 'hosts',
                targetPath: 'hosts',
                ...(bad ? {} : { literal: true }),
              },
            ],
          },
        ),
        document('hosts', 'a,b', 'hosts'),
      ),
    }),
  },
  'layer-override': {
    code: 'FX620',
    shows: [seenBy('layer-override'), { hosts: ['b'], replicas: 1 }],
    make: (bad) => ({
      charts: { 'layer-override': chartOf('layer-override') },
      build: both(
        release({}, from('layer-one', 'layer-two')),
        document('layer-one', 'hosts: [a]\nreplicas: 1\n'),
        document('layer-two', bad ? 'hosts: [b]\n' : 'zones: [b]\n'),
      ),
    }),
  },
  'values-mapping': {
    code: 'FX621',
    says: 'cannot unmarshal array into Go value',
    by: helmRelease('values-mapping'),
    make: (bad) => ({
      charts: { 'values-mapping': chartOf('values-mapping') },
      build: both(release({}, from('more')), document('more', bad ? '- a' : 'a: 1')),
    }),
  },
  'name-collision': {
    code: 'FX622',
    says: 'id matched 2 resources',
    make: (bad) => ({
      infra: { vars: { TF_SIDE: z.enum(['left', 'right']) } },
      build: (scope, { vars }) => {
        new ConfigMap(scope, 'one', { name: `on-the-${vars['TF_SIDE']}`, data: {} });
        new ConfigMap(scope, 'two', { name: bad ? 'on-the-left' : 'on-the-top', data: {} });
      },
    }),
  },
  'identity-value': {
    code: 'FX623',
    says: 'Invalid value: "name-Blue"',
    make: (bad) => ({
      infra: { vars: { TF_NAME: word } },
      build: data(({ vars }) => ({ a: vars['TF_NAME']! }), { name: 'name' }),
      ...(bad
        ? {
            build: (scope, { vars }) => {
              new ConfigMap(scope, 'data', { name: `name-${vars['TF_NAME']}`, data: {} });
            },
          }
        : {}),
    }),
  },
  'escape-without-vars': {
    code: 'FX624',
    shows: [configMap('escape-without-vars'), { script: 'echo $${HOME}' }],
    make: (bad) => ({ build: data(() => ({ script: bad ? 'echo $${HOME}' : 'echo ${HOME}' })) }),
  },
  'var-key': {
    code: 'FX628',
    says: "'tls.crt' var name is invalid",
    by: { apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization', namespace: 'default', name: 'twin' },
    make: (bad) => ({
      build: both(
        object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', {
          spec: {
            interval: '10m',
            retryInterval: '5s',
            path: './k8s/inner',
            prune: true,
            sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' },
            postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'inner-vars' }] },
          },
        }),
        (scope) => {
          const values = { FIRST: 'a', [bad ? 'tls.crt' : 'TLS_CRT']: '' };
          new ConfigMap(scope, 'inner-vars', { name: 'inner-vars', labels, data: values });
        },
      ),
    }),
  },
  // Nothing says anything of these: what synth writes keeps them right.
  kept: {
    code: 'FX603',
    make: () => ({
      infra: { vars: { TF_ACCOUNT: account } },
      build: (scope, { vars }) => {
        const script = `echo \${HOME} $$ \${list[@]} ${vars['TF_ACCOUNT']}`;
        new ConfigMap(scope, 'a', { data: { account: vars['TF_ACCOUNT']!, script } });
        new ConfigMap(scope, 'b', { name: 'foreign', data: { script: 'echo ${HOME} $$ ${{ github.sha }}' } });
      },
    }),
  },
};

/** Whose failure the cases of rules-over-time.test.ts show: it is one of order, or of the cluster's settings. */
export const overTime: readonly Code[] = ['FX604', 'FX606', 'FX607', 'FX608', 'FX609', 'FX613', 'FX614'];

/** Codes of the rules of which neither Flux nor the API server says or shows anything here. */
export const untold: Readonly<Partial<Record<Code, string>>> = {
  FX301: 'there is no tree',
  FX307: 'the operator whose object is not there would say so, and none runs here',
  FX308: 'there is nothing in the tree of which cluster an object was meant for',
  FX311: 'there is no tree: nothing is written that YAML cannot carry',
  FX312: 'it is about the next change of the code',
  FX314: 'Flux takes one of the two, and says nothing',
  FX317: 'it is about a file of the app',
  FX318: 'it says what was not looked at',
  FX319: 'there is no such object in the tree',
  FX320: 'there is no tree: kustomize would take the items one by one, and nobody looked at them',
  FX601: 'Terraform is asked for more than is read',
  FX615: 'whoever may read the ConfigMap reads the secret',
  FX625: 'it is about the words of the code',
  FX626: 'it is about the words of the code',
  FX627: 'the operator says so, and none runs here',
  FX629: 'it is about what the next import of the types would show',
  FX690: 'it is about what Terraform gives; rules.test.ts compares its words with those of Flux',
  FX691: 'it says what render does not show',
};
