import type { ClusterState } from '../../applied/cluster-state.js';
import { keyOf } from '../../applied/object-id.js';
import { readArtifacts } from '../../applied/view/artifact-tree.js';
import { fieldsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';

/** The chart of a release, as its source names it. */
export interface ReleaseChart {
  /** `oci://…` with the chart's name at its end, or the address of a repository. */
  readonly url: string;
  /** What the chart is called. */
  readonly name: string;
  /** Absent for the newest. */
  readonly version?: string;
  /** `sha256:…`; instead of the version. */
  readonly digest?: string;
  /** helm-controller appends the digest of the artifact to the version, as it does for an OCIRepository or an ExternalArtifact. */
  readonly hasDigestInVersion?: boolean;
  /** False where that digest is of a copy that only the cluster makes. @default true */
  readonly isDigestKnown?: boolean;
}

/** Finds the chart of a HelmRelease among the objects of a state; a text says why there is none. */
export const chartOf = (release: JsonObject, namespace: string, state: ClusterState): ReleaseChart | string => {
  const spec = specOf(release);
  const ref = isObject(spec['chartRef']) ? spec['chartRef'] : valueAt(spec, ['chart', 'spec', 'sourceRef']);
  if (!isObject(ref)) return 'the release names no chart';
  const [kind, name] = [String(ref['kind']), String(ref['name'])];
  const place = typeof ref['namespace'] === 'string' ? ref['namespace'] : namespace;
  if (kind === 'ExternalArtifact') return chartOfArtifact(name, place, state);
  const source = sourceOf({ kind, namespace: place, name }, state);
  if (source === undefined) return `${kind} "${name}", from which it has its chart, is not in the tree`;
  const sourceSpec = specOf(source);
  const url = sourceSpec['url'];
  if (typeof url !== 'string') return `${kind} "${name}" has no URL`;
  if (kind === 'OCIRepository') return ociChart(url, sourceSpec['ref']);
  if (kind !== 'HelmRepository') return `its chart is a folder in ${kind} "${name}", which diff doesn't fetch`;
  const chart = valueAt(spec, ['chart', 'spec', 'chart']);
  const version = valueAt(spec, ['chart', 'spec', 'version']);
  if (typeof chart !== 'string') return 'the release names no chart';
  return {
    url: url.startsWith('oci://') ? `${url.replace(/\/+$/, '')}/${chart}` : url,
    name: chart,
    ...(typeof version === 'string' && version !== '*' ? { version } : {}),
  };
};

const sourceOf = (
  { kind, namespace, name }: { readonly kind: string; readonly namespace: string; readonly name: string },
  state: ClusterState,
): JsonObject | undefined =>
  state.objects.get(keyOf({ group: 'source.toolkit.fluxcd.io', kind, namespace, name }))?.holdings[0].json;

/**
 * The chart in an artifact that an ArtifactGenerator copies from an OCIRepository as it is. helm-controller appends the
 * digest in the artifact's revision, which is that of the copy.
 * https://fluxcd.io/flux/components/source/artifactgenerators/
 */
const chartOfArtifact = (name: string, namespace: string, state: ClusterState): ReleaseChart | string => {
  const key = `ExternalArtifact/${namespace}/${name}`;
  const part = state.index
    .ofKind('source.extensions.fluxcd.io', 'ArtifactGenerator')
    .flatMap(({ id, holdings: [{ json }] }) => readArtifacts(id, json))
    .find((one) => one.key === key);
  if (part === undefined)
    return `no ArtifactGenerator of the tree makes ExternalArtifact "${name}", which has its chart`;
  const [copy, ...others] = part.copies;
  const alias = /^@([^/]+)\/(?:\*\*)?$/.exec(String(copy?.['from']))?.[1];
  const [kind = '', inNamespace = '', called = ''] = part.sources.get(alias ?? '')?.split('/') ?? [];
  const isWhole = others.length === 0 && copy?.['to'] === '@artifact/' && copy['exclude'] === undefined;
  if (!isWhole || kind !== 'OCIRepository')
    return `an ArtifactGenerator puts its chart together in ExternalArtifact "${name}", which diff doesn't do`;
  const source = sourceOf({ kind, namespace: inNamespace, name: called }, state);
  const url = source === undefined ? undefined : specOf(source)['url'];
  if (source === undefined || typeof url !== 'string')
    return `${kind} "${called}", from which ExternalArtifact "${name}" has its chart, is not in the tree`;
  return { ...ociChart(url, specOf(source)['ref']), isDigestKnown: false };
};

/** https://fluxcd.io/flux/components/source/ocirepositories/#reference: a digest wins, then a range, then a tag. */
const ociChart = (url: string, ref: unknown): ReleaseChart => {
  const name = url.slice(url.lastIndexOf('/') + 1);
  const { digest, semver, tag } = fieldsOf(ref);
  const version = typeof semver === 'string' && semver !== '' ? semver : typeof tag === 'string' ? tag : undefined;
  return {
    url,
    name,
    hasDigestInVersion: true,
    // A tag holds no plus.
    ...(version === undefined || version === 'latest' ? {} : { version: version.replaceAll('_', '+') }),
    ...(typeof digest === 'string' && digest !== '' ? { digest } : {}),
  };
};
