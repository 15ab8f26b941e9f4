import { type ConfigMapManifest, planConfigMaps } from '../compile/plan-config-maps.js';
import { type Contract, exampleOf, FLUX_NAMESPACE, WATCH_LABEL } from '../contract/index.js';
import { exampleInfra } from './example-infra.js';
import { type OutputObject, planOutputObjects } from './output-objects.js';

/** The mark of everything that is made of examples. */
const EXAMPLE = { 'fluxspan.dev/example': 'true' } as const;

/** A Secret as Kubernetes takes it, in place of one in the secret manager. */
export interface SecretManifest {
  readonly apiVersion: 'v1';
  readonly kind: 'Secret';
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations: Readonly<Record<string, string>>;
  };
  readonly stringData: Readonly<Record<string, string>>;
}

/** A namespace that no cluster has by itself. */
export interface NamespaceManifest {
  readonly apiVersion: 'v1';
  readonly kind: 'Namespace';
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations: Readonly<Record<string, string>>;
  };
}

/** What keeps a contract offline, made of its inputs' examples. */
export interface Fixtures {
  /** Those of the ConfigMaps, except for the ones that Kubernetes and Flux's bootstrap create. */
  readonly namespaces: readonly NamespaceManifest[];
  readonly configMaps: readonly ConfigMapManifest[];
  /** One for each remote secret, those of the cloud too, and those that addons produce. */
  readonly secrets: readonly SecretManifest[];
  readonly dotenv: string;
}

/** Fixtures of a contract: always the same, and marked as examples. */
export const planFixtures = (contract: Contract): Fixtures => {
  const infra = exampleInfra(contract);
  const produced = planOutputObjects(contract);
  const used = new Set([...contract.configMaps, ...produced].map(({ namespace }) => namespace));
  return {
    namespaces: contract.namespaces
      .filter(({ name, creator }) => used.has(name) && creator !== 'kubernetes' && creator !== 'flux')
      .map(({ name, labels }) => ({
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name, ...(labels === undefined ? {} : { labels }), annotations: EXAMPLE },
      })),
    configMaps: [
      ...planConfigMaps(contract, infra),
      ...produced.flatMap(({ kind, data, ...metadata }): readonly ConfigMapManifest[] =>
        kind === 'Secret'
          ? []
          : [{ apiVersion: 'v1', kind, metadata: { ...metadata, labels: { ...WATCH_LABEL } }, data }],
      ),
    ].map((one) => ({ ...one, metadata: { ...one.metadata, annotations: EXAMPLE } })),
    secrets: [...remoteSecrets(contract), ...produced.flatMap(producedSecret)],
    dotenv: printDotenv(infra.vars),
  };
};

const producedSecret = ({ kind, data, ...metadata }: OutputObject): readonly SecretManifest[] =>
  kind === 'ConfigMap'
    ? []
    : [
        {
          apiVersion: 'v1',
          kind,
          metadata: { ...metadata, labels: { ...WATCH_LABEL }, annotations: EXAMPLE },
          stringData: data,
        },
      ];

const remoteSecrets = (contract: Contract): readonly SecretManifest[] =>
  Object.entries(contract.secrets).map(([name, { properties }]) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    // The secret manager has no namespaces.
    metadata: { name, namespace: FLUX_NAMESPACE, annotations: EXAMPLE },
    stringData: Object.fromEntries(
      Object.entries(properties).map(([property, { schema }]) => [property, String(exampleOf(schema))]),
    ),
  }));

/** One line for each var, as `sh`, `docker --env-file` and dotenv libraries read it where they agree. */
const printDotenv = (vars: Readonly<Record<string, unknown>>): string =>
  Object.entries(vars)
    .map(([key, value]) => `${key}=${dotenvText(String(value))}\n`)
    .join('');

const dotenvText = (text: string): string => {
  if (/^[\w./:@%+=,-]*$/.test(text)) return text;
  if (!text.includes("'")) return `'${text}'`;
  return `"${text.replace(/[\\"$`]/g, '\\$&')}"`;
};
