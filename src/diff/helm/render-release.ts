import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryReadId } from '../../base/object-id.js';
import { parseObjects } from '../../base/parse-objects.js';
import type { ScopeOf } from '../../compile/kind-scopes.js';
import type { HelmIdentity } from '../../handover/replacement/release-of.js';
import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import { withExactIntegers } from '../../preview/exact-integers.js';
import { withCommonMetadata } from '../common-metadata.js';
import { HelmError } from './helm-error.js';
import { postRender } from './post-render.js';
import { runHelm } from './run-helm.js';

/** The cluster, as far as charts ask for it. */
export interface HelmCapabilities {
  /** `1.34`. @default - what helm itself takes */
  readonly kubernetes?: string | undefined;
  /** `karpenter.sh/v1/NodePool`, beside Kubernetes' own. */
  readonly apis: readonly string[];
  readonly scopeOf: ScopeOf;
}

export interface ReleaseToRender {
  /** A packed chart or its folder. */
  readonly chart: string;
  readonly identity: HelmIdentity;
  /** The HelmRelease. */
  readonly json: JsonObject;
  /** Composed, with marks in the place of secrets. */
  readonly values: JsonObject;
}

/** What Helm installs for a release, as helm-controller has it rendered for an upgrade. @throws HelmError */
export const renderRelease = async (
  helm: string,
  { chart, identity, json, values }: ReleaseToRender,
  { kubernetes, apis, scopeOf }: HelmCapabilities,
): Promise<readonly JsonObject[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'fluxspan-helm-'));
  try {
    const file = join(folder, 'values.json');
    // JSON is YAML.
    writeFileSync(
      file,
      withExactIntegers(values, (one) => JSON.stringify(one)),
      { mode: 0o600 },
    );
    const spec = isObject(json['spec']) ? json['spec'] : {};
    const crds = valueAt(spec, ['upgrade', 'crds']);
    const rendered = await runHelm(helm, [
      'template',
      identity.name,
      chart,
      '--namespace',
      identity.namespace,
      '--values',
      file,
      '--is-upgrade',
      '--skip-tests',
      ...(crds === 'Create' || crds === 'CreateReplace' ? ['--include-crds'] : []),
      ...(kubernetes === undefined ? [] : ['--kube-version', `${kubernetes}.0`]),
      ...(apis.length === 0 ? [] : ['--api-versions', apis.join(',')]),
    ]);
    const kept = crdsOfFolder(rendered);
    return parse(postRender(rendered, spec)).map((one) =>
      marked(withCommonMetadata(inNamespace(one, identity.namespace, scopeOf), json), kept),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** On CRDs that come from a chart's `crds/`: Helm deletes none of them, neither in an upgrade nor in an uninstall. */
export const OF_CRDS_FOLDER = 'fluxspan.dev/of-crds-folder';

/** The names of those CRDs. Helm prints a file of `crds/` whole, with its place above it. */
const crdsOfFolder = (rendered: string): ReadonlySet<string> => {
  const [, ...parts] = rendered.split(/^# Source: (.+)$/m);
  const texts = parts.flatMap((place, at) => (at % 2 === 0 && /(?:^|\/)crds\//.test(place) ? [parts[at + 1]!] : []));
  return new Set(texts.flatMap((text) => parse(text)).map((one) => String(valueAt(one, ['metadata', 'name']))));
};

const marked = (json: JsonObject, kept: ReadonlySet<string>): JsonObject => {
  if (json['kind'] !== 'CustomResourceDefinition' || !isObject(json['metadata'])) return json;
  const { metadata } = json;
  if (!kept.has(String(metadata['name']))) return json;
  const annotations = isObject(metadata['annotations']) ? metadata['annotations'] : {};
  return { ...json, metadata: { ...metadata, annotations: { ...annotations, [OF_CRDS_FOLDER]: 'true' } } };
};

const parse = (manifests: string): readonly JsonObject[] => {
  try {
    return parseObjects(manifests);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new HelmError(`what helm prints is not valid YAML: ${why}`, 'look at it: helm template …');
  }
};

/** Helm applies an object without a namespace in that of the release. */
const inNamespace = (json: JsonObject, namespace: string, scopeOf: ScopeOf): JsonObject => {
  const id = tryReadId(json, scopeOf);
  if (id === undefined || id.namespace !== '' || scopeOf(id.group, id.kind) === 'Cluster') return json;
  const metadata = isObject(json['metadata']) ? json['metadata'] : {};
  return { ...json, metadata: { ...metadata, namespace } };
};
