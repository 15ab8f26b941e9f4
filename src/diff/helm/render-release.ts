import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryReadId } from '../../applied/object-id.js';
import { parseObjects } from '../../applied/parse-objects.js';
import type { HelmIdentity } from '../../changes/releases/release-of.js';
import type { ScopeOf } from '../../compile/kind-scopes.js';
import { withCommonMetadata } from '../../flux/common-metadata.js';
import { valueAt } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import { metadataOf, specOf } from '../../json/manifest-fields.js';
import { withExactIntegers } from '../../preview/exact-integers.js';
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
  /** @default - by the policy of `json` */
  readonly crds?: CrdsPolicy;
}

/** What helm-controller does in an upgrade with the CRDs in the `crds` folders of a chart. */
export type CrdsPolicy = 'Skip' | 'Create' | 'CreateReplace';

/** https://fluxcd.io/flux/components/helm/helmreleases/#controlling-the-lifecycle-of-custom-resource-definitions */
export const crdsPolicyOf = (json: JsonObject): CrdsPolicy => {
  const policy = valueAt(json, ['spec', 'upgrade', 'crds']);
  return policy === 'Create' || policy === 'CreateReplace' ? policy : 'Skip';
};

export interface RenderedRelease {
  /** What Helm makes part of the release, hooks included. */
  readonly objects: readonly JsonObject[];
  /**
   * The CRDs of the chart's `crds` folders, unless the policy skips them. helm-controller applies them before the upgrade,
   * without post-renderers and common metadata, and deletes none.
   */
  readonly crds: readonly JsonObject[];
}

/** What Helm installs for a release, as helm-controller has it rendered for an upgrade. @throws HelmError */
export const renderRelease = async (
  helm: string,
  { chart, identity, json, values, crds = crdsPolicyOf(json) }: ReleaseToRender,
  { kubernetes, apis, scopeOf }: HelmCapabilities,
): Promise<RenderedRelease> => {
  const folder = mkdtempSync(join(tmpdir(), 'fluxspan-helm-'));
  try {
    const file = join(folder, 'values.json');
    // JSON is YAML.
    writeFileSync(
      file,
      withExactIntegers(values, (one) => JSON.stringify(one)),
      { mode: 0o600 },
    );
    const spec = specOf(json);
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
      ...(crds === 'Skip' ? [] : ['--include-crds']),
      ...(kubernetes === undefined ? [] : ['--kube-version', `${kubernetes}.0`]),
      ...(apis.length === 0 ? [] : ['--api-versions', apis.join(',')]),
    ]);
    const end = endOfCrds(rendered);
    return {
      objects: parse(postRender(rendered.slice(end), spec)).map((one) =>
        withCommonMetadata(inNamespace(one, identity.namespace, scopeOf), json),
      ),
      crds: parse(rendered.slice(0, end)).filter(({ kind }) => kind === 'CustomResourceDefinition'),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Where the files of `crds` folders end. Helm prints them whole, each with its place above it, before all templates. */
const endOfCrds = (rendered: string): number => {
  let isCrd = false;
  let end = 0;
  let chart: string | undefined;
  for (const { 1: place = '', index } of rendered.matchAll(/^---\n# Source: ([^/\n]+\/.+)$/gm)) {
    const [name] = place.split('/');
    chart ??= name;
    // A file may have such lines of its own.
    if (name !== chart) continue;
    if (isCrd) end = index;
    isCrd = /^[^/]+(?:\/charts\/[^/]+)*\/crds\//.test(place);
  }
  return isCrd ? rendered.length : end;
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
  const metadata = metadataOf(json);
  return { ...json, metadata: { ...metadata, namespace } };
};
