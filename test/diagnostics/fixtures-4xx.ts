import { HelmRelease, helmChart, hostname } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { z } from 'zod';
import { Certificate } from '../../imports/cert-manager.io.js';
import { Provider } from '../../imports/notification.toolkit.fluxcd.io.js';
import { parseContract } from '../../src/terraform/parse-contract.js';
import { verifyContract } from '../../src/terraform/verify/check-contract.js';
import { addon, clusterOf, diagnosticsOfAddon } from '../support/synthesize.js';
import type { Fixture } from './fixture.js';

const contract = () => {
  const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0' });
  const web = addon('web', {
    namespace: 'web',
    charts: { web: chart },
    infra: {
      vars: { TF_COUNT: z.number(), TF_HOST: hostname() },
      values: { web: z.object({ db: z.object({ host: hostname() }) }) },
    },
    build: (scope, { charts }) => {
      new HelmRelease(scope, 'web', { chart: charts['web'] as typeof chart });
    },
  });
  return synthCluster(clusterOf({ first: [web] })).contract;
};

/** What the check says of a file that Terraform or kubectl printed. */
const check = (artifact: unknown, file = 'artifact.json') => {
  const text = typeof artifact === 'string' ? artifact : JSON.stringify(artifact);
  return verifyContract(new TextEncoder().encode(text), [contract()], { file }).diagnostics;
};

interface ConfigMapParts {
  readonly name?: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly data?: Readonly<Record<string, string>>;
  readonly immutable?: boolean;
}

const watched = { 'reconcile.fluxcd.io/watch': 'Enabled' };
const configMap = ({ name = '', namespace = '', labels = watched, ...rest }: ConfigMapParts) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace, labels },
  ...rest,
});

/** The ConfigMaps of the cluster as they should be, each with a change. */
const configMaps = (vars: ConfigMapParts, values: ConfigMapParts = {}, ...others: readonly ConfigMapParts[]) =>
  check({
    apiVersion: 'v1',
    kind: 'List',
    items: [
      configMap({
        name: 'cluster-vars-terraform',
        namespace: 'flux-system',
        data: { TF_COUNT: '2', TF_HOST: 'web.example.org' },
        ...vars,
      }),
      configMap({
        name: 'web-values-terraform',
        namespace: 'web',
        data: { 'values.yaml': '{"db":{"host":"db.example.org"}}' },
        ...values,
      }),
      ...others.map(configMap),
    ],
  });

const input = {
  fluxspan: { cluster: 'dev', contract: 1 },
  vars: { TF_COUNT: 2, TF_HOST: 'web.example.org' },
  values: { web: { db: { host: 'db.example.org' } } },
  secrets: {},
};
const plan = (after: unknown, unknown: unknown) => ({
  format_version: '1.2',
  resource_changes: [
    {
      address: 'module.flux_contract.terraform_data.contract',
      module_address: 'module.flux_contract',
      mode: 'managed',
      type: 'terraform_data',
      name: 'contract',
      change: { actions: ['create'], before: null, after: { input: after }, after_unknown: { input: unknown } },
    },
  ],
});
const output = (value: unknown) => check({ flux_contract: { sensitive: false, type: 'dynamic', value } });

export const fixtures4xx: Readonly<Record<string, Fixture>> = {
  FX401: () => configMaps({ data: { TF_COUNT: '2' } }),
  FX402: () => configMaps({ data: { TF_COUNT: '2', TF_HOST: 'web.example.org', TF_HOTS: 'never shown' } }),
  FX403: () => configMaps({ data: { TF_COUNT: 'never shown', TF_HOST: 'web.example.org' } }),
  FX404: () => configMaps({}, { data: { 'values.yaml': 'db: { host: "never shown" }' } }),
  FX405: () => configMaps({ name: 'other' }, { namespace: 'default' }),
  FX406: () => configMaps({ labels: {} }),
  FX407: () => configMaps({}, { data: { 'values.yml': '{}' } }),
  FX408: () => configMaps({ immutable: true }),
  FX409: () => configMaps({}, {}, { name: 'wbe-values-terraform', namespace: 'web', data: {} }),
  FX410: () => check(plan({ ...input, vars: { TF_COUNT: 2 } }, { vars: { TF_HOST: true } })),
  FX411: () => check(plan({ ...input, vars: undefined }, { vars: true })),
  FX412: () => check('{"format_version":"1.2","resource_chan'),
  FX413: () => check({ format_version: '1.2', resource_changes: [] }),
  FX414: () => output({ ...input, fluxspan: { cluster: 'prod', contract: 1 } }),
  FX415: () => output({ ...input, fluxspan: { cluster: 'dev', contract: 2 } }),
  FX416: () => check(`{"items":[{"kind":"ConfigMap","data":{"a":"${'x'.repeat(65 * 2 ** 20)}"}}]}`),
  FX417: () => {
    const vars = Array.from({ length: 250 }, (_, i) => [`TF_${i}`, { schema: { pattern: `^[a-z]{1,1000}${i}$` } }]);
    const parsed = parseContract(JSON.stringify({ contract: 1, vars: Object.fromEntries(vars) }), 'contract.json');
    return parsed.ok ? [] : [parsed.problem];
  },
  FX425: () =>
    diagnosticsOfAddon({
      build: (scope) => {
        const slack = new Provider(scope, 'slack', { name: 'slack', spec: { type: 'slack' } });
        new Certificate(scope, 'tls', { spec: { issuerRef: slack as never, secretName: 'web-tls' } });
      },
    }),
};
