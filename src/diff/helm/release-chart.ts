import type { ClusterState } from '../../applied/cluster-state.js';
import { keyOf } from '../../applied/object-id.js';
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
  /** helm-controller appends the digest of the artifact to the version, as it does for an OCIRepository. */
  readonly hasDigestInVersion?: boolean;
}

/** Finds the chart of a HelmRelease among the objects of a state; a text says why there is none. */
export const chartOf = (release: JsonObject, namespace: string, state: ClusterState): ReleaseChart | string => {
  const spec = specOf(release);
  const ref = isObject(spec['chartRef']) ? spec['chartRef'] : valueAt(spec, ['chart', 'spec', 'sourceRef']);
  if (!isObject(ref)) return 'the release names no chart';
  const [kind, name] = [String(ref['kind']), String(ref['name'])];
  const place = typeof ref['namespace'] === 'string' ? ref['namespace'] : namespace;
  const source = state.objects.get(keyOf({ group: 'source.toolkit.fluxcd.io', kind, namespace: place, name }))
    ?.holdings[0].json;
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
